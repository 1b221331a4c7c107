import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { readConfig } from "../../../config.ts";
import { negotiateLanguage } from "../../../i18n/negotiate-language.ts";
import { buildHelp } from "../help/help-files.ts";
import { hashJson } from "./render-pages.ts";
import { buildSite, DEFAULT_SITE_SETTINGS } from "./site-settings.ts";

/** A minimal prerenderer whose pages show the data they were rendered from. */
const RENDERER = `
import { parentPort, workerData } from "node:worker_threads";
const { language, site, help } = workerData;
const page = (path, isHelp) => ({
	path, isHelp, title: "Title of " + path, description: "About " + path, sources: ["screens/one.tsx"],
	html: "<h1>" + language + " " + path + " " + site.provider?.name + " " + help.sections.length + "</h1>",
});
parentPort.postMessage([page("/", false), page("/leagues/join", false), page("/help/game-rules", true)]);
`;
const TEMPLATE = `<!doctype html><html lang="en"><head><meta name="description" content="x" /><title>x</title>
<script src="/start.js"></script>
<link rel="stylesheet" crossorigin href="/assets/first.css"><script type="module" crossorigin src="/assets/first.js"></script>
</head><body><div id="root"></div></body></html>`;

let home: string;
let folder: string;
const opened: TestApp[] = [];
const start = async (env: Record<string, string> = {}) => {
	const app = await createTestApp({
		webFolder: folder,
		config: readConfig({ PUBLIC_URL: "https://play.example.org", ...env }),
	});
	opened.push(app);
	return app.app;
};
type App = Awaited<ReturnType<typeof start>>;
const get = (app: App, url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

beforeAll(async () => {
	home = await mkdtemp(path.join(tmpdir(), "web-"));
	folder = path.join(home, "dist");
	const rendererFolder = path.join(home, "prerender/dist");
	for (const directory of [path.join(folder, "assets"), path.join(folder, ".vite"), rendererFolder])
		await mkdir(directory, { recursive: true });
	await writeFile(path.join(folder, "index.html"), TEMPLATE);
	await writeFile(path.join(folder, "assets/first.css"), ".first{color:red}");
	await writeFile(path.join(folder, "assets/one.css"), ".one{color:blue}");
	const manifest = { "screens/one.tsx": { file: "assets/one.js", css: ["assets/one.css"] } };
	await writeFile(path.join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
	await writeFile(path.join(rendererFolder, "package.json"), JSON.stringify({ type: "module" }));
	await writeFile(path.join(rendererFolder, "worker.js"), RENDERER);
	const siteFacts = {
		hasDemo: false,
		hasPasswords: true,
		hasExternalProvider: false,
		providers: [],
		isPublicRead: false,
		isGenerated: false,
		year: 2026,
	};
	const site = hashJson(buildSite(DEFAULT_SITE_SETTINGS, siteFacts));
	for (const language of LANGUAGES) {
		const help = hashJson(buildHelp(language, DEFAULT_SEASON_RULES));
		const buildTestPage = (name: string, isHelp: boolean) => ({
			path: name,
			isHelp,
			title: "Kept",
			description: `Says "so"`,
			sources: ["screens/one.tsx"],
			html: `<h1>kept ${language}</h1>`,
		});
		const pages = [buildTestPage("/", false), buildTestPage("/help/game-rules", true)];
		await writeFile(path.join(rendererFolder, `pages-${language}.json`), JSON.stringify({ site, help, pages }));
	}
});
afterAll(async () => {
	for (const app of opened) await app.close();
	await rm(home, { recursive: true });
});

describe("prerendered pages", () => {
	test("are sent as built, with own head, styles and scripts", async () => {
		const app = await start();
		const { body, headers } = await get(app, "/?from=mail");
		expect(body).toContain(`<div id="root" data-at="/"><h1>kept en</h1></div>`);
		expect(body).toContain("<title>Kept</title>");
		expect(body).toContain(`<link rel="canonical" href="https://play.example.org/" />`);
		expect(body).toContain(`<meta name="description" content="Says &quot;so&quot;"`);
		expect(body).toMatch(/<style>\.first\{color:red\}\s*\.one\{color:blue\}<\/style>/);
		// The page itself requests neither the app nor its styles: start.js inserts the template's tags.
		const [, appTags = ""] = /<template id="app">(.*)<\/template>\s*<script src="\/start.js">/.exec(body) ?? [];
		expect(appTags).toBe(
			'<link rel="modulepreload" crossorigin href="/assets/one.js">' +
				'<script type="module" crossorigin src="/assets/first.js"></script>',
		);
		expect(body.replace(appTags, "")).not.toMatch(/type="module"|rel="modulepreload"/);
		const styles = body.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
		expect(styles.map((link) => / href="\/assets\/(\w+)\.css" disabled>/.exec(link)?.[1])).toEqual(["first", "one"]);
		expect(headers.vary).toBe("accept-encoding, accept-language, cookie");
		const encodings = ["gzip, br", "br;q=0, gzip", "br; q=0.000"].map((encoding) => ({ "accept-encoding": encoding }));
		const sent = await Promise.all(encodings.map((encoding) => get(app, "/", encoding)));
		expect(sent.map((response) => response.headers["content-encoding"])).toEqual(["br", undefined, undefined]);
	});

	test("are in the language chosen on the device or browser", async () => {
		const app = await start();
		const french = { "accept-language": "de;q=0.9, fr-CH, en;q=0.4" };
		expect((await get(app, "/", french)).body).toMatch(/<html lang="fr">(.|\n)*kept fr/);
		expect((await get(app, "/", { ...french, cookie: "language=en" })).body).toContain("kept en");
		expect(negotiateLanguage("xx", "pt-BR")).toBe("en");
		expect(negotiateLanguage(undefined, undefined)).toBe("en");
	});

	test("are not sent to sessions, nor in a closed preview", async () => {
		const app = await start();
		const signedIn = await get(app, "/", { cookie: "X-SID=abc" });
		expect(signedIn.body).toContain(`<div id="root"></div>`);
		// A session from before the signed-in cookie existed gets one.
		expect(signedIn.headers["set-cookie"]).toContain("signed_in=1");
		const closed = await start({ PREVIEW_PASSWORD: "not yet" });
		expect((await get(closed, "/")).body).toContain(`<div id="root"></div>`);
		expect((await get(closed, "/robots.txt")).body).toContain("Disallow: /\n");
	});

	test("are rendered again for other settings, and in the sitemap", async () => {
		const app = await start({ STATS_PROVIDER: "Stats & Co" });
		await expect
			.poll(async () => (await get(app, "/leagues/join")).body)
			.toContain("<h1>en /leagues/join Stats & Co 7</h1>");
		const sitemap = (await get(app, "/sitemap.xml")).body;
		expect(sitemap).toContain("<loc>https://play.example.org/help/game-rules</loc>");
		expect(sitemap).toContain("<loc>https://play.example.org/projections</loc>");
		expect((await get(app, "/robots.txt")).body).toContain("Sitemap: https://play.example.org/sitemap.xml");
	});

	test("credit the simulator only in a generated demo (D2.1.30)", async () => {
		const server = await start();
		const { database, seasons } = opened.at(-1) as TestApp;
		const getProvider = async (origin: object) => {
			await database.pool.query(
				"UPDATE seasons SET is_demo = true, generated_from = $1, data_version = data_version + 1",
				[JSON.stringify(origin)],
			);
			await seasons.refresh();
			const { body } = await get(server, "/team");
			return /&quot;provider&quot;:(null|\{&quot;name&quot;:&quot;([^&]*))/.exec(body)?.[2] ?? null;
		};
		expect(await getProvider({ seed: 1 })).toBe("the First Bounce simulator");
		expect(await getProvider({ folder: "/srv/season-2023", weeks: 160 })).toBeNull();
	});

	test("come with a sitemap that respects PUBLIC_READ and preview", async () => {
		const readPaths = async (env: Record<string, string>) => {
			const { body } = await get(await start(env), "/sitemap.xml");
			return ["/rankings", "/stats-centre", "/match-centre"].filter((path) =>
				body.includes(`<loc>https://play.example.org${path}</loc>`),
			);
		};
		expect(await readPaths({})).toEqual([]);
		expect(await readPaths({ PUBLIC_READ: "on" })).toEqual(["/rankings", "/stats-centre", "/match-centre"]);
		expect(await readPaths({ PUBLIC_READ: "on", PREVIEW_PASSWORD: "not yet" })).toEqual([]);
		const robots = (await get(await start({ PUBLIC_READ: "on" }), "/robots.txt")).body;
		expect(robots).toContain("Disallow: /user/\n");
		expect(robots).not.toMatch(/Disallow: \/(rankings|stats-centre|leagues)/);
	});

	test("redirect /help to its first tab, other paths to the shell", async () => {
		const app = await start();
		const { statusCode, headers } = await get(app, "/help");
		expect([statusCode, headers.location]).toEqual([302, "/help/game-rules"]);
		expect((await get(app, "/team")).body).toContain(`<div id="root"></div>`);
		expect((await get(app, "/shell.html")).body).toContain(`<div id="root"></div>`);
		expect((await get(app, "/nowhere")).statusCode).toBe(404);
	});
});
