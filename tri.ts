import fc from 'fast-check';
import { mergePackages } from './src/merge/index.ts';
import { mergeLines, hasConflict } from './src/merge/merge-lines.ts'; import { readDocument } from './src/yaml/index.ts';
import { LIST_KINDS, listDocument, listVersions } from './test/merge/list-edits.ts';
const M = (b: string, n: string, l: string) => { const f=(t:string)=>new Map([['a.yaml',t]]); const r = mergePackages({base:f(b),new:f(n),local:f(l)},{kptfile:'plain',onDelete:'conflict',onComment:'conflict'}); return {text:String(r.files.get('a.yaml')), c:r.conflicts, r:r.results}; };
const short = (list: readonly unknown[]) => list.map(x=>typeof x==='object'?JSON.stringify(Object.values(x as object)):x).join(' ');
const N = Number(process.argv[2] ?? 400);
for (const kind of LIST_KINDS) {
  const count: Record<string, number> = {}; const seen: Record<string, number> = {};
  const ex: Record<string,string> = {}; 
  for (const v of fc.sample(listVersions([kind]), {numRuns:N, seed: Number(process.argv[3]??1)})) {
    const d=(l: readonly unknown[])=>listDocument(v, l as never);
    const [b,n,l]=[d(v.base),d(v.new),d(v.local)];
    const m=M(b,n,l), s=M(b,l,n);
    const tag=(k:string, extra='')=>{count[k]=(count[k]??0)+1; const e=`${v.isFlow?'FLOW ':''}b ${short(v.base)}\n   n ${short(v.new)}\n   l ${short(v.local)}\n   ${extra}`; if(!ex[k]||e.length<ex[k].length) ex[k]=e;};
    const listOf=(t:string)=>t.split(/rules:|resources:\n|steps:|args:/)[1]?.replace(/\n\s*/g,' ');
    if (m.c.length) tag('conflict'); else tag('clean');
    const g = mergeLines({base:b,new:n,local:l}); const gc = !hasConflict(g);
    const els = (t: string) => { const x=(JSON.stringify(readDocument(t).value([]))); return x; };
    const right = gc && v.wanted!==undefined && (() => { try { const d: any = readDocument(g.join('')).value([]); const list = d.rules ?? d.resources ?? d.steps ?? d.spec?.containers?.[0]?.args; return JSON.stringify(list.map((x: any)=>JSON.stringify(x)).sort()) === JSON.stringify(v.wanted!.map(x=>JSON.stringify(x)).sort()); } catch { return false; } })();
    if (gc) tag('git clean'); if (gc && v.wanted!==undefined) tag(right?'git right':'git wrong');
    if (right && m.c.length) tag('git right, ours conflict', m.c.map(c=>`${c.kind} ${c.field}`).join());
    if (!gc && !m.c.length) tag('resolved beyond git'); if (!gc) tag('git conflict');
    if (v.wanted!==undefined && m.c.length) tag('conflict though wanted', m.c.map(c=>`${c.kind} ${c.field}`).join());
    if ((m.c.length>0)!==(s.c.length>0)) tag('swap conflict', `${m.c.map(c=>`${c.kind} ${c.field}`)} / ${s.c.map(c=>`${c.kind} ${c.field}`)} m ${listOf(m.text)} s ${listOf(s.text)}`);
    if (m.c.length===0) for (const [w,x] of [['n',n],['l',l]] as const) { const again=M(b,x,m.text); if (again.c.length) tag(`again conflict ${w}`, `m ${listOf(m.text)} -- ${again.c.map(c=>`${c.kind} ${c.field}`)}`); else if (again.text!==m.text) tag(`again differs ${w}`, `m ${listOf(m.text)} again ${listOf(again.text)}`); }
  }
  console.log(`=== ${kind.name}`, count); for (const [k,e] of Object.entries(ex)) if (!['clean','conflict','git clean','git right','git conflict','resolved beyond git','git wrong'].includes(k)) console.log(` * ${k}\n   ${e}`);
}
