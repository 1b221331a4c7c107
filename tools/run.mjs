// node tools/run.mjs SCRIPT [ARGUMENTS]: the script under the project's own Node, installed first where it is missing.
import path from "node:path";
import { ensureInstalled, fail, handOver, projectNode, ROOT } from "./setup.mjs";

const [script, ...args] = process.argv.slice(2);
if (!script) fail("usage: node tools/run.mjs SCRIPT [ARGUMENTS]");
ensureInstalled();
handOver(projectNode(), [path.join(ROOT, script), ...args]);
