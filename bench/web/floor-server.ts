import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { build } from "vite";

const WEB = path.resolve(import.meta.dirname, "../../apps/web");
const DIST = path.join(WEB, "dist");
const TYPES: Readonly<Record<string, string>> = {
	".css": "text/css",
	".woff2": "font/woff2",
	".js": "text/javascript",
};
const STATIC_ITEMS = Array.from(
	{ length: 21 },
	(_, index) => `<li><b>Player ${index + 1}</b> <span>$512,000</span></li>`,
);

/** Builds a page that loads the fonts and styles of the built web app. */
async function buildPage(body: string): Promise<string> {
	const page = await readFile(path.join(DIST, "index.html"), "utf8");
	const links = page.match(/<link rel="(?:preload" as="font|stylesheet)[^>]*>/g) ?? [];
	if (links.length < 2) throw new Error("The built page links no fonts or styles");
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>${links.join("")}</head>
		<body>${body}</body></html>`;
}

/** The team screen's heading, ground and list without scripts. */
const STATIC_BODY = `<main><h1>My team</h1><svg viewBox="0 0 600 800" width="600" height="800" role="img" aria-label="Ground">
		<ellipse cx="300" cy="400" rx="280" ry="380" fill="#2f7d46" stroke="#fff" stroke-width="4"/>
		<rect x="260" y="360" width="80" height="80" fill="none" stroke="#fff" stroke-width="3"/>
		<path d="M120 90 A200 200 0 0 0 480 90 M120 710 A200 200 0 0 1 480 710" fill="none" stroke="#fff" stroke-width="3"/>
		</svg><p>Twenty-one players under the salary cap.</p><ol>${STATIC_ITEMS.join("")}</ol></main>`;
const LIST_BODY = '<div id="root"></div><script type="module" src="/list.js"></script>';

/** Builds a minimal React list with Vite. */
async function buildBareListScript(): Promise<string> {
	const built = await build({
		root: WEB,
		configFile: false,
		logLevel: "silent",
		build: { write: false, rollupOptions: { input: path.join(import.meta.dirname, "bare-list.tsx") } },
	});
	const [{ output = [] } = {}] = [built].flat() as { readonly output?: readonly { readonly code?: string }[] }[];
	const script = output.find(({ code }) => code)?.code;
	if (!script) throw new Error("The bare list was not built");
	return script;
}

/** Serves the floors that the team screen is compared with: /static, a page without scripts, and /list?rows=N in bare React. */
export async function startFloorServer() {
	const script = await buildBareListScript();
	const pages: Readonly<Record<string, string>> = {
		"/static": await buildPage(STATIC_BODY),
		"/list": await buildPage(LIST_BODY),
	};
	const server = createServer(async ({ url = "/" }, response) => {
		const { pathname } = new URL(url, "http://floor");
		const page = pages[pathname];
		if (page) return response.writeHead(200, { "content-type": "text/html" }).end(page);
		const type = TYPES[path.extname(pathname)] ?? "application/octet-stream";
		const body = pathname === "/list.js" ? script : await readFile(path.join(DIST, pathname)).catch(() => null);
		if (body === null) return response.writeHead(404).end();
		return response.writeHead(200, { "content-type": type }).end(body);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
