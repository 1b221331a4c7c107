// npm start: install, build, run. Everything else is the server's own business.
import path from "node:path";
import { ensureInstalled, ensureWebBuilt, handOver, projectNode, ROOT } from "./setup.mjs";

ensureInstalled();
const node = projectNode();
ensureWebBuilt(node);
handOver(node, [path.join(ROOT, "apps/server/main.ts"), ...process.argv.slice(2)]);
