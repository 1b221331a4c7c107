// node tools/run.mjs [--web] SCRIPT [ARGUMENTS]: the script under the project's own Node, after whatever is missing has
// been installed and, with --web, built.
import path from "node:path";
import { ensureInstalled, ensureWebBuilt, fail, handOver, projectNode, ROOT } from "./setup.mjs";

const given = process.argv.slice(2);
const needsWeb = given[0] === "--web";
const [script, ...args] = needsWeb ? given.slice(1) : given;
if (!script) fail("usage: node tools/run.mjs [--web] SCRIPT [ARGUMENTS]");
ensureInstalled();
const node = projectNode();
if (needsWeb) ensureWebBuilt(node);
handOver(node, [path.join(ROOT, script), ...args]);
