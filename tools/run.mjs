// node tools/run.mjs [--web] SCRIPT [ARGUMENTS]: runs a script with the project's Node, after installing missing packages
// and, with --web, building the web.
import path from "node:path";
import { ensureInstalled, ensureWebBuilt, fail, getProjectNode, ROOT, runScript } from "./setup.mjs";

const options = process.argv.slice(2);
const needsWeb = options[0] === "--web";
const [script, ...args] = needsWeb ? options.slice(1) : options;
if (!script) fail("usage: node tools/run.mjs [--web] SCRIPT [ARGUMENTS]");
ensureInstalled();
const node = getProjectNode();
if (needsWeb) ensureWebBuilt(node);
runScript(node, [path.join(ROOT, script), ...args]);
