import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
export async function open(opts={}) {
  const s = spawn("node",["/tmp/w-lead/wasm/dist/bin/assay.js","playground","--port","0"]);
  const url = await new Promise(r=>{let t="";const f=d=>{t+=d;const m=/http:\/\/\S+/.exec(t);if(m)r(m[0])};s.stdout.on("data",f);s.stderr.on("data",f)});
  const b = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--headless","--no-sandbox","--disable-gpu"]});
  const c = await b.newContext({viewport:{width:1440,height:900},...opts});
  const page = await c.newPage(); await page.goto(url); await page.waitForTimeout(2500);
  return {page, end: async()=>{await b.close(); s.kill()}};
}
