/*
 * Runs on every page before anything is painted: the colours chosen on this device; and whatever is pressed or chosen
 * before the page's own script hears it (html[data-alive]) is kept for it, since a page can be read before it is alive. A
 * file of its own, as the policy allows no script in the page; written as it is, without its comments.
 */
(() => {
  const { documentElement: root } = document;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden.
  }

  const kinds = ['click', 'change'];
  const chosen = new Map();
  let pressed = null;
  const hear = ({ type, target }) => {
    if (type === 'change' && target.type !== 'file') chosen.set(target, target.value); // files stay where they are
    const button = type === 'click' && target.closest('button');
    if (!button) return; // links lead where they lead
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
  };
  for (const kind of kinds) addEventListener(kind, hear, true);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    for (const kind of kinds) removeEventListener(kind, hear, true);
    for (const [field, value] of chosen) {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    pressed?.removeAttribute('aria-busy');
    pressed?.click();
  }).observe(root, { attributeFilter: ['data-alive'] });
})();
