import { Server, launch, device, open, joinTable, playAll, square } from './tests/browser/house.mjs';
import { readFileSync } from 'node:fs';
const server = await new Server().start();
const browser = await launch();
const dir='/tmp/h/shots/';
const which = process.argv.slice(2);
const want = (n) => which.length===0 || which.includes(n);
const sizes = { desk:{width:1280,height:800}, phone:{width:360,height:740}, low:{width:740,height:360} };
try {
if (want('rules')) for (const [g,l,s,c,h] of [['chu','en','desk','light'],['shogi','ja','phone','dark'],['hasami','fr','desk','dark']]) {
  const page = await device(browser, server, { viewport:sizes[s], colorScheme:c });
  await page.goto(`/${l}/rules/${g}/`);
  await page.screenshot({path:`${dir}rules-${g}-${l}-${s}.png`});
  await page.locator('#pieces').scrollIntoViewIfNeeded(); await page.locator('#pieces h2').evaluate(e=>e.scrollIntoView());
  await page.screenshot({path:`${dir}rules-${g}-${l}-${s}-2.png`});
  await page.locator('#refused h2').evaluate(e=>e.scrollIntoView());
  await page.screenshot({path:`${dir}rules-${g}-${l}-${s}-3.png`});
  console.log(page.errors);
}
if (want('landing')) for (const s of ['desk','phone']) {
  const page = await device(browser, server, { viewport:sizes[s] });
  await page.goto('/fr/');
  await page.screenshot({path:`${dir}landing-${s}.png`, fullPage:true});
}
if (want('table')) {
  const a = await device(browser, server, { viewport:sizes.desk });
  const b = await device(browser, server, { viewport:sizes.phone, colorScheme:'dark' });
  const url = await open(a,'play-friend','chu'); await joinTable(b,url);
  await playAll([a,b],'7j7h 6c6e 7h7g7h 6e6f6e 8i8h 12d12e'.split(' '));
  await a.selectOption('[data-act=notation]','kif');
  await a.click('[data-act=legend]'); await a.waitForTimeout(300);
  await a.screenshot({path:`${dir}table-desk-kif.png`});
  await a.selectOption('[data-act=notation]','western'); await a.waitForTimeout(200);
  await a.screenshot({path:`${dir}table-desk-western.png`});
  await a.click('[data-act=record]'); await a.waitForTimeout(600);
  await a.screenshot({path:`${dir}table-desk-save.png`});
  await b.screenshot({path:`${dir}table-phone.png`});
  await b.evaluate(()=>scrollTo(0,1e6)); await b.selectOption('[data-act=notation]','japanese'); await b.waitForTimeout(300);
  await b.screenshot({path:`${dir}table-phone-2.png`});
  await a.click(square('7h')); await a.click(square('7c')); await a.waitForTimeout(300);
  await a.screenshot({path:`${dir}table-why.png`});
  await b.setViewportSize(sizes.low); await b.evaluate(()=>scrollTo(0,0)); await b.waitForTimeout(200);
  await b.screenshot({path:`${dir}table-low.png`});
  console.log(a.errors,b.errors);
}
if (want('again')) {
  const a = await device(browser, server, { viewport:sizes.desk });
  const b = await device(browser, server, { viewport:sizes.phone });
  const url = await open(a,'play-friend','shogi'); await joinTable(b,url);
  await playAll([a,b],['7g7f','3c3d']);
  await a.click('[data-act=resign]'); await a.waitForTimeout(400); await a.click('[data-act=confirm]');
  await b.waitForSelector('[data-result]'); await a.waitForTimeout(300);
  await b.screenshot({path:`${dir}again-0.png`});
  await a.click('[data-act=again]'); await a.waitForTimeout(600);
  await a.screenshot({path:`${dir}again-1.png`}); await b.screenshot({path:`${dir}again-2.png`});
  console.log(a.errors,b.errors);
}
if (want('low')) {
  for (const g of ['shogi','chu']) {
  const a = await device(browser, server, { viewport:sizes.low });
  const b = await device(browser, server, { viewport:sizes.phone });
  const url = await open(a,'play-friend',g); await joinTable(b,url);
  if (g==='shogi') await playAll([a,b],['7g7f','3c3d']);
  await a.evaluate(()=>scrollTo(0,0));
  await a.screenshot({path:`${dir}low-${g}.png`});
  await a.screenshot({path:`${dir}low-${g}-full.png`, fullPage:true});
  for (const [n,s] of Object.entries(sizes)) {
    await b.setViewportSize(s);
    await b.evaluate(()=>{document.documentElement.style.fontSize='200%'; scrollTo(0,0)}); await b.waitForTimeout(300);
    await b.screenshot({path:`${dir}zoom-${g}-${n}.png`});
    await b.screenshot({path:`${dir}zoom-${g}-${n}-full.png`, fullPage:true});
    console.log(g,n,await b.evaluate(()=>[document.documentElement.scrollWidth,innerWidth]));
  }
  }
}
if (want('record')) {
  for (const [s,c] of [['desk','light'],['phone','dark']]) {
  const a = await device(browser, server, { viewport:sizes[s], colorScheme:c });
  await a.goto('/en/record/');
  await a.screenshot({path:`${dir}record-${s}-0.png`});
  await a.fill('[data-record-text]', '手合割：平手\n   1 ７六歩(77)\n   2 ５五玉(51)\n');
  await a.click('[data-act=open-record]'); await a.waitForSelector('[data-fault]');
  await a.screenshot({path:`${dir}record-${s}-1.png`});
  for (const f of ['shogi/shogihome-1.kif','chu/lishogi-kif-dialect.kif']) {
  await a.goto('/en/record/');
  await a.setInputFiles('[data-record-file]', 'tests/vectors/records/'+f);
  await a.waitForSelector('[data-board]');
  for (let i=0;i<14;i++) await a.keyboard.press('ArrowRight');
  await a.waitForTimeout(500);
  await a.screenshot({path:`${dir}record-${s}-${f.slice(0,3)}.png`});
  await a.click('[data-act=last]'); await a.waitForTimeout(300); await a.screenshot({path:`${dir}record-${s}-${f.slice(0,3)}-end.png`, fullPage:true});
  }
  console.log(a.errors);
  }
}
} finally { await browser.close(); await server.stop(); }
