import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync, rmSync } from "node:fs";
const N = Number(process.argv[2] ?? 10000);
rmSync("/tmp/drop-many",{recursive:true,force:true}); 
for (let i=0;i<N;i++){ const d=`/tmp/drop-many/d${i%100}`; if(i<100) mkdirSync(d,{recursive:true}); writeFileSync(`${d}/f${i}.xml`, `<A>${i%7}</A>\n`); }
mkdirSync("/tmp/drop-many/.git",{recursive:true}); writeFileSync("/tmp/drop-many/.git/config","x");
const s = spawn("node",["playground/serve.mjs","--port","0"],{cwd:"/tmp/w-DROP",stdio:["ignore","pipe","inherit"]});
const url = await new Promise(r=>s.stdout.once("data",d=>r(String(d).trim())));
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu"] });
const p = await b.newPage({viewport:{width:1280,height:800}});
p.on("console", m => console.log("C", m.text())); p.on("pageerror", e => console.log("E", String(e)));
await p.goto(url); console.log("x"); await p.locator("[data-pane=results][data-current=true]").waitFor({state:"attached"});
await p.evaluate(()=>{ window.tasks=[]; new PerformanceObserver(l=>{for(const e of l.getEntries()) window.tasks.push([Math.round(e.startTime),Math.round(e.duration)])}).observe({type:"longtask"}); });
await p.locator("[data-pane=rules] .cm-content").click(); await p.keyboard.press("Control+a"); await p.keyboard.press("Delete"); await p.keyboard.insertText('- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }'); await p.waitForTimeout(500);
const c = await p.context().newCDPSession(p);
const data = { items: [], files: ["/tmp/drop-many"], dragOperationsMask: 1 };
await c.send("Input.dispatchDragEvent",{type:"dragEnter",x:900,y:300,data});
await c.send("Input.dispatchDragEvent",{type:"dragOver",x:900,y:300,data});
await p.screenshot({path:"/tmp/drop-zones.png"});
const t=Date.now();
await c.send("Input.dispatchDragEvent",{type:"drop",x:900,y:300,data});
for (let i=0;i<60;i++){ if (process.argv[3]) await p.waitForTimeout(50); else await p.waitForTimeout(i<6?400:1000); if(i%4==0) await p.screenshot({path:`/tmp/drop-shot-${i}.png`}); const st=await p.locator("[data-pane=results] .status").textContent(); const n=await p.locator(".notice").textContent().catch(()=>""); console.log(Date.now()-t, st.trim(), "|", (await p.locator(".card").allTextContents()).join().replace(/\s+/g," ")); if(/10,000|finding|Nothing/.test(st) && await p.locator("[data-pane=results][data-current=true]").count() && i>3) break;}
console.log(await p.locator(".notice").allTextContents());
console.log(JSON.stringify(await p.evaluate(()=>window.tasks)));
await p.screenshot({path:"/tmp/drop-end.png"});
await b.close(); s.kill();
