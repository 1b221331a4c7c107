// npm test: install, build, then everything CI runs.
import path from "node:path";
import { ensureInstalled, ensureWebBuilt, handOver, projectNode, ROOT } from "./setup.mjs";

ensureInstalled();
const node = projectNode();
ensureWebBuilt(node);
handOver(node, [path.join(ROOT, "tools/test.ts"), ...process.argv.slice(2)]);
