import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { environment } from "../config.ts";
import { createProgram } from "./program.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const FOLDER = path.join(ROOT, "docs/operating");
const GUIDES = readdirSync(FOLDER).filter((file) => file.endsWith(".md"));
const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

/**
 * For each command or configuration line that is not ours: the test file that runs or sets it, and a text in that file
 * that proves it.
 */
const RUN_BY_TESTS: readonly { readonly lines: RegExp; readonly test: string; readonly shows: string }[] = [
	{
		lines: /^archive_(mode|command) = /,
		test: "apps/server/db/servers/failover.test.ts",
		shows: "archive_command=cp %p",
	},
	{ lines: /^restore_command = /, test: "apps/server/db/servers/failover.test.ts", shows: "restore_command=cp " },
	{ lines: /^recovery_target_/, test: "apps/server/db/servers/failover.test.ts", shows: "recovery_target_time=" },
	{ lines: /^psql .*pg_promote/, test: "apps/server/db/servers/failover.test.ts", shows: "SELECT pg_promote()" },
	{
		lines: /^(synchronous_(standby_names|commit)|wal_keep_size) = /,
		test: "testing/services/postgres-servers.ts",
		shows: "ALTER SYSTEM SET synchronous_standby_names = '*'",
	},
	{
		lines: /^psql -c "ALTER SYSTEM SET synchronous_standby_names = /,
		test: "apps/server/db/servers/standby-down.test.ts",
		shows: "ALTER SYSTEM SET synchronous_standby_names = '",
	},
	{
		lines: /^psql -c "SELECT client_addr, state, sync_state FROM pg_stat_replication"/,
		test: "testing/services/postgres-servers.ts",
		shows: "FROM pg_stat_replication",
	},
	{ lines: /^curl .*\/metrics$/, test: "apps/server/plugins/metrics.test.ts", shows: "Bearer a secret" },
	{
		lines: /^(scrape_configs:|- job_name: first-bounce|authorization: \{|static_configs: )/,
		test: "tools/release/monitoring.test.ts",
		shows: "scrape_configs:",
	},
	{
		lines: /^cd deploy\/monitoring && promtool check/,
		test: "tools/release/monitoring.test.ts",
		shows: '"check", "rules"',
	},
	{
		// The part "With systemd" of install.md, which is run as it is.
		lines: /^(sha256sum|useradd|mkdir -p|tar|ln|install|cp|version=|systemctl)\b/,
		test: "tools/release/installed/systemd.ts",
		shows: "runInDownloads(install)",
	},
	{ lines: /^curl .*\/readyz$/, test: "apps/server/plugins/health.test.ts", shows: "/readyz" },
	{ lines: /^\{"level":30,/, test: "apps/server/plugins/request-log.test.ts", shows: "/api/:lang/" },
	{ lines: /^psql -d fb -c ".*ALTER ROLE fb/, test: "apps/server/db/connect.test.ts", shows: "psql -d fb -c" },
	{ lines: /^psql -c "SELECT application_name/, test: "apps/server/cli/operating-docs.test.ts", shows: "readQuery" },
];

interface DocumentedLine {
	readonly guide: string;
	readonly line: string;
	/** Whether its section, or the introduction of its guide, says that it is not tested here. */
	readonly isUntested: boolean;
}

const isMarkedUntested = (text: string): boolean => /not tested here/i.test(text.replaceAll(/\s+/g, " "));

/** Lists the lines of a section's indented code, without comments; continued lines are joined. */
function listCodeLines(section: string): string[] {
	const lines = section.split("\n");
	const code = lines.filter((line, index) => {
		if (!/^ {4}/.test(line)) return false;
		const before = lines.slice(0, index).findLast((line) => !/^ {4}/.test(line));
		return before?.trim() === "";
	});
	return code
		.join("\n")
		.replaceAll(/\s*\\\n\s*/g, " ")
		.split("\n")
		.map((line) => line.replace(/ {2,}#.*$/, "").trim())
		.filter((line) => line !== "" && !line.startsWith("# "));
}

function listLines(guide: string): DocumentedLine[] {
	const [introduction = "", ...sections] = read(`docs/operating/${guide}`).split(/^(?=##+ )/m);
	return [introduction, ...sections].flatMap((section) => {
		const isUntested = isMarkedUntested(section) || introduction.includes("**Not tested here.**");
		return listCodeLines(section).map((line) => ({ guide, line, isUntested }));
	});
}

/** Splits a line into words as a shell does, without redirections. */
const splitWords = (line: string): string[] =>
	[...line.replace(/ > \S+$/, "").matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
		word.replaceAll(/["']/g, ""),
	);

/** The variables of the tables in settings.md. */
const LISTED_SETTINGS = [...read("docs/operating/settings.md").matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(
	([, cell = ""]) => cell.match(/[A-Z][A-Z_]+/g) ?? [],
);
const SETTINGS = new Set(LISTED_SETTINGS);

function prepareWithoutAction(command: Command): void {
	command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
	if (command.parent) command.action(() => undefined);
	command.commands.forEach(prepareWithoutAction);
}

/** Parses a command of `fb` with all its options, and runs nothing. */
async function findFbProblem(args: readonly string[]): Promise<string | null> {
	const fb = await createProgram(args[0]);
	prepareWithoutAction(fb);
	return fb.parseAsync(args, { from: "user" }).then(
		() => null,
		({ message }: Error) => message,
	);
}

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;

/** Finds the problem of an npm script's options, each of which must occur in the file that the script runs. */
function findScriptProblem(name: string, args: readonly string[]): string | null {
	const file = SCRIPTS[name]?.split(" ").at(-1);
	if (!file) return `no script ${name}`;
	const options = args.filter((arg) => arg.startsWith("--") && arg !== "--");
	const unknown = options.find((option) => !read(file).includes(option.slice(2)));
	return unknown ? `no option ${unknown}` : null;
}

/** Finds the problem of a line with our own commands or settings: null if it has none, undefined for other lines. */
async function findOwnProblem(line: string): Promise<string | null | undefined> {
	const words = splitWords(line);
	const fbCommand = /(?:^npm run -s fb --|^docker compose exec app fb|\/bin\/fb|^fb) /.exec(line);
	const settings = words.filter((word) => word !== "export");
	const commandIndex = settings.findIndex((word) => !/^[A-Z_]+=/.test(word));
	const assigned = commandIndex < 0 ? settings : settings.slice(0, commandIndex);
	const names = assigned.map((word) => word.split("=")[0]?.replace(/_FILE$/, "") ?? "");
	const unknown = names.find((name) => !SETTINGS.has(name));
	if (unknown) return `no setting ${unknown}`;
	if (fbCommand) return findFbProblem(splitWords(line.slice(fbCommand.index + fbCommand[0].length)));
	const command = settings.slice(assigned.length);
	if (assigned.length > 0 && command.length === 0) return null;
	if (command[0] !== "npm") return undefined;
	const [script = "", ...args] = command[1] === "run" ? command.slice(2) : command.slice(1);
	return findScriptProblem(script, args);
}

const LINES = GUIDES.flatMap(listLines);

test("each command of the guides exists, is tested or marked untested (D2.9.193)", async () => {
	expect(LINES.length).toBeGreaterThan(70);
	const problems: string[] = [];
	for (const { guide, line, isUntested } of LINES) {
		const problem = await findOwnProblem(line);
		if (problem) problems.push(`${guide}: ${line}: ${problem}`);
		const isRun = problem === null || RUN_BY_TESTS.some(({ lines }) => lines.test(line));
		if (!isRun && !isUntested) problems.push(`${guide}: ${line}: run by no test, and not said to be untested`);
	}
	expect(problems).toEqual([]);
});

test("settings.md lists every setting of the server once, and no others", () => {
	// Besides those that the server reads, OpenTelemetry reads settings of its own.
	const isOwn = (name: string) => !name.startsWith("OTEL_");
	const listed = LISTED_SETTINGS.filter(isOwn);
	expect(listed.length).toBeGreaterThan(60);
	expect(listed.toSorted()).toEqual(Object.keys(environment.shape).filter(isOwn).toSorted());
});

test("an unknown command, option or setting in a guide is found", async () => {
	expect(await findOwnProblem("npm run -s fb -- backup --into /mnt/backups/")).toContain("unknown option '--into'");
	expect(await findOwnProblem("npm run -s fb -- backups check FILE")).toContain("backups");
	expect(await findOwnProblem("npm run -s fb -- user erase")).toContain("missing required argument");
	expect(await findOwnProblem("BACKUPS_TO=/mnt/backups/ npm start")).toBe("no setting BACKUPS_TO");
	expect(await findOwnProblem("npm run build -- --zip")).toBe("no option --zip");
	expect(await findOwnProblem("createdb fb")).toBeUndefined();
});

test("every entry of RUN_BY_TESTS matches a guide and a test", () => {
	for (const { lines, test: file, shows } of RUN_BY_TESTS) {
		expect([lines.source, LINES.some(({ line }) => lines.test(line))]).toEqual([lines.source, true]);
		expect(existsSync(path.join(ROOT, file))).toBe(true);
		expect(read(file)).toContain(shows);
	}
});

test("the guides' query for connections of each process can be run", async () => {
	const readQuery = LINES.flatMap(({ line }) => /^psql -c "(SELECT application_name.+)"$/.exec(line)?.[1] ?? []);
	expect(readQuery).toHaveLength(1);
	const database = await createTestDatabase();
	const databaseName = (await database.pool.query("SELECT current_database() AS name")).rows[0].name;
	const { rows } = await database.pool.query(readQuery[0]?.replace("'fb'", `'${databaseName}'`) ?? "");
	expect(rows.length).toBeGreaterThan(0);
	await database.close();
});

test("docs/operating/README.md links to every guide (D2.9.193)", () => {
	const list = read("docs/operating/README.md");
	const missing = GUIDES.filter((file) => file !== "README.md" && !list.includes(`](${file})`));
	expect(missing).toEqual([]);
});
