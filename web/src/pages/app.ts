/*
 * On every page: has the service worker keep this build for the time without a network, and offers a new build when it is
 * there. Nothing is reloaded that nobody asked for. The notice is part of the page as it was built (prerender.tsx).
 */

import { savesData } from '../worker/policy.ts';

const UPDATE_MS = 3_600_000;
/** After the page is there, before anything is fetched to be kept: who came to play has pressed the button by then. */
const REST_MS = 3000;

function watch(registration: ServiceWorkerRegistration): void {
  const notice = document.querySelector<HTMLElement>('[data-update]');
  const button = (act: string) => notice?.querySelector<HTMLElement>(`[data-act="${act}"]`);
  let accepted = false;
  const offer = () => {
    if (notice && navigator.serviceWorker.controller) notice.hidden = false;
  };
  button('later')?.addEventListener('click', () => {
    if (notice) notice.hidden = true;
  });
  button('update')?.addEventListener('click', () => {
    accepted = true;
    // Another page may have said so before.
    if (registration.waiting) registration.waiting.postMessage({ t: 'use' });
    else location.reload();
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (accepted) location.reload();
  });
  if (registration.waiting) offer();
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer();
    });
  };
  follow(); // one that another page found, before this one listened
  registration.addEventListener('updatefound', follow);
  let looked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - looked < UPDATE_MS) return;
    looked = performance.now();
    registration.update().catch(() => {}); // without a network there is nothing new
  });
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.t === 'kept') document.documentElement.dataset.offlineReady = data.language;
  });
  watch(await serviceWorker.register('/sw.js'));
  (await serviceWorker.ready).active?.postMessage({ t: 'keep', language: document.documentElement.lang });
}

// A megabyte is too much for who saves data. Without TLS there are no service workers.
if ('serviceWorker' in navigator && !savesData(navigator)) {
  const begin = () => void start().catch((error) => console.warn('this page is not kept:', error));
  // Not before the page has all it needs, has been left alone for a while, and has nothing else to do.
  const rest = () =>
    setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: REST_MS }) : begin()), REST_MS);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest);
}
