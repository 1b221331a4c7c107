// npm test: installs, builds and runs everything that CI runs; with paths, only these tests.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureInstalled, ensureWebBuilt, getProjectNode, ROOT, runScript } from "./setup.mjs";

const args = process.argv.slice(2);
ensureInstalled();
const node = getProjectNode();
const selection = path.join(ROOT, "tools/test-run/test-selection.ts");
// Runs in another process, because the Node that runs this file may not support TypeScript.
const { status } = spawnSync(node, [selection, ...args], { env: { ...process.env, NODE_NO_WARNINGS: "1" } });
if (status !== 0) ensureWebBuilt(node);
runScript(node, [path.join(ROOT, "tools/test.ts"), ...args]);
