import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync, rmSync } from "node:fs";
import { zipSync, strToU8 } from "fflate";
const D="/tmp/drop-shots"; rmSync(D,{recursive:true,force:true}); mkdirSync(D);
const z = zipSync({"textures/bark/texture.xml":strToU8('<Texture Path="textures/bark"><Image Name="bark_albedo"><Size><Width>4096</Width></Size><Format>RGBA8</Format></Image></Texture>'),"../../etc/cron.d/x":strToU8("x"),"models/tree.xml":strToU8("<Model/>"),"Models/Tree.xml":strToU8("<Model/>"),"models/inner.zip":zipSync({a:strToU8("a")}),"bomb.xml":new Uint8Array(30e6),".git/config":strToU8("x"),"__MACOSX/._a":strToU8("x"),"/root/a.xml":strToU8("x")});
writeFileSync(D+"/delivery.zip",z);
const s = spawn("node",["playground/serve.mjs","--port","0"],{cwd:"/tmp/w-DROP",stdio:["ignore","pipe","inherit"]});
const url = await new Promise(r=>s.stdout.once("data",d=>r(String(d).trim())));
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu"] });
async function drop(p,files,type=["dragEnter","dragOver","drop"],y=400){const c=await p.context().newCDPSession(p); const data={items:[],files,dragOperationsMask:1}; const {width}=p.viewportSize(); for(const t of type) await c.send("Input.dispatchDragEvent",{type:t,x:width*0.8,y,data});}
for (const [name,opt] of [["light",{viewport:{width:1280,height:800}}],["dark",{viewport:{width:1280,height:800},colorScheme:"dark"}],["small",{viewport:{width:360,height:740}}]]) {
  const p = await b.newPage(opt); p.on("console", m => console.log(name, m.text())); p.on("pageerror", e => console.log(name, String(e)));
  await p.goto(url); await p.locator("[data-pane=results][data-current=true]").waitFor({state:"attached"});
  await drop(p,[D+"/delivery.zip"],["dragEnter","dragOver"]); await p.waitForTimeout(300); await p.screenshot({path:`/tmp/drop-s-${name}-zones.png`});
  await drop(p,[D+"/delivery.zip"]); await p.locator(".notice").waitFor(); await p.waitForTimeout(700); await p.screenshot({path:`/tmp/drop-s-${name}-notice.png`});
  await p.getByRole("button",{name:"Show what was skipped"}).click(); await p.waitForTimeout(300); await p.screenshot({path:`/tmp/drop-s-${name}-skipped.png`});
  await p.getByRole("button",{name:"Take away"}).click(); await p.waitForTimeout(300); await p.screenshot({path:`/tmp/drop-s-${name}-away.png`}); await p.keyboard.press("Escape");
  if (name!=="dark") { await drop(p,["/tmp/drop-many"]); for (let i=0;i<3;i++){ await p.waitForTimeout(700); await p.screenshot({path:`/tmp/drop-s-${name}-many${i}.png`}); } }
  await p.close();
}
await b.close(); s.kill();
