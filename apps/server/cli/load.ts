import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { Command, InvalidArgumentError } from "commander";
import { type Config, readConfig } from "../config.ts";
import { withFullDiskError } from "../db/full-disk.ts";
import { formatAccounts, parseAccounts } from "../features/load-test/accounts-file.ts";
import { findExistingData, generateLoad } from "../features/load-test/generate.ts";
import { runRush } from "../features/load-test/rush.ts";
import { formatRushReport } from "../features/load-test/rush-report.ts";
import { RushSetupError } from "../features/load-test/rush-season.ts";
import type { SendOptions } from "../features/load-test/send-rush.ts";
import { formatJournalEntry } from "../features/team/receipts/journal.ts";
import { formatCount } from "../i18n/format-count.ts";
import { isLoopbackName } from "../plugins/http/allowed-hosts.ts";
import { createRangeParser, parsePositive, parseWholeNumber, readFileOrRefuse } from "./command-builders.ts";
import { withDatabase } from "./operator-services.ts";
import { CommandRefusedError, print, printError } from "./output/output.ts";
import { checkWritable, writeOutput } from "./output/output-file.ts";

/** Only the owner may read the file, because its tokens give access to accounts. */
const PRIVATE_FILE_MODE = 0o600;
const MAX_TEAMS = 2_000_000;
const DEFAULT_ACCOUNTS = 20_000;

const GENERATE_HELP = `
The database must be empty, and embedded or on this machine: use a scratch folder as DATA_DIR. It gets a generated season
whose first round is published, and users with legal teams. Nobody can sign in to them, except with the sessions of FILE.
The season's clock is an hour before the lock of round 2; "fb clock next" sets it to twenty seconds before.

Example:
  DATA_DIR=./load-test npm run -s fb -- load generate --teams 200000 --leagues 20000 --sessions accounts.jsonl`;

const RUSH_HELP = `
Sends the requests that managers send before a lock. Each account's team is read first. Then, for every 100 saves, it reads
150 teams, 100 static files and 25 pages of rankings, and joins two leagues. Requests are sent on schedule, without waiting for
earlier answers. If the next lock falls within the run, the rate grows until then. One process is started for every 500 saves
a second.

The report's milliseconds are counted from when a request was due until its answer, for answers with 2xx or 304. "refused"
counts saves that break a rule of the game, such as a change of a locked player.

Rate limits stay on. Saves and reads have none, and joins are limited per account. Each account sends its own address as
X-Forwarded-For, which a server with PUBLIC_URL=https://localhost:3000 trusts.

Start the server first, in another terminal.

Example:
  npm run -s fb -- load rush --url http://127.0.0.1:3000 --sessions accounts.jsonl --seconds 60 --saves-per-second 300 \\
    --journal rush.journal

Then "fb receipts check --journal rush.journal" finds saves that are missing or late. Exits with 1 if a save of a
locked player was accepted or no save was.`;

export function createLoadCommand(): Command {
	const load = new Command("load").description("find out how many managers this machine serves before a lock");
	load
		.command("generate")
		.description("fill an empty scratch database with users, teams and leagues")
		.requiredOption("--teams <N>", "how many users, each with a team", createRangeParser(1, MAX_TEAMS))
		.option("--leagues <N>", "how many leagues of ten", parseWholeNumber, 0)
		.option("--sessions <FILE>", "the file of signed-in accounts to write")
		.option("--accounts <N>", "how many of the users are signed in", parseWholeNumber, DEFAULT_ACCOUNTS)
		.addHelpText("after", GENERATE_HELP)
		.action(generate);
	load
		.command("rush")
		.description("send what managers send before a lock to a server on this machine")
		.requiredOption("--url <URL>", "the server, such as http://127.0.0.1:3000", parseLoopbackUrl)
		.requiredOption("--sessions <FILE>", 'the file of accounts that "generate" wrote')
		.requiredOption("--seconds <N>", "how long", parsePositive)
		.requiredOption("--saves-per-second <N>", "the rate of saves at the lock", parsePositive)
		.option("--steady", "the same rate from the start")
		.option("--journal <FILE>", "write the receipt of every acknowledged save")
		.option("--out <FILE.json>", "write the report")
		.addHelpText("after", RUSH_HELP)
		.action(runRushCommand);
	return load;
}

/** Finds a database host that is not this machine; null if the database is embedded or on this machine. */
function findRemoteHost({
	databaseUrl,
	databaseOptions,
}: Pick<Config, "databaseUrl" | "databaseOptions">): string | null {
	if (databaseUrl === null) return null;
	const url = new URL(databaseUrl);
	const isLocal = (name: string) => name === "" || name.startsWith("/") || isLoopbackName(name);
	const hosts = [
		url.searchParams.get("host") ?? url.hostname,
		...(databaseOptions.hosts ?? []).map(({ host }) => host),
	];
	return hosts.find((host) => !isLocal(host)) ?? null;
}

interface GenerateOptions {
	readonly teams: number;
	readonly leagues: number;
	readonly sessions?: string;
	readonly accounts: number;
}

async function generate({ teams, leagues, sessions, accounts }: GenerateOptions): Promise<void> {
	const remoteHost = findRemoteHost(readConfig());
	if (remoteHost !== null)
		throw new CommandRefusedError(
			`The database is on ${remoteHost}. Generated users may only be put in a scratch database on this machine.`,
		);
	if (sessions !== undefined) await checkWritable(sessions);
	await withDatabase(async (database) => {
		const reason = await findExistingData(database);
		if (reason !== null)
			throw new CommandRefusedError(
				`The database is not empty: ${reason}. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
			);
		const size = { teams, leagues, accounts: sessions === undefined ? 0 : accounts };
		const signedIn = await generateLoad(database, size, (step) => printError(`Generating ${step}`));
		if (sessions !== undefined) await writeOutput(sessions, formatAccounts(signedIn), PRIVATE_FILE_MODE);
		print(
			`${formatCount(teams, "team")}, ${formatCount(leagues, "league")}, ${formatCount(signedIn.length, "signed-in account")}.`,
		);
	});
}

interface RushCommandOptions extends Pick<SendOptions, "url" | "seconds" | "savesPerSecond"> {
	readonly sessions: string;
	readonly steady?: boolean;
	readonly journal?: string;
	readonly out?: string;
}

async function runRushCommand(options: RushCommandOptions): Promise<void> {
	const { sessions, steady = false, journal, out, ...rates } = options;
	const accounts = parseAccounts(String(await readFileOrRefuse(sessions)));
	if (!accounts) throw new CommandRefusedError(`${sessions} is not a file of accounts of "fb load generate".`);
	for (const file of [journal, out]) if (file !== undefined) await checkWritable(file);
	const journalStream = journal === undefined ? null : createWriteStream(journal, { mode: PRIVATE_FILE_MODE });
	// Without a listener, a write error would end the process. `finished` below rejects with it.
	journalStream?.on("error", () => undefined);
	try {
		const report = await runRush({
			...rates,
			accounts,
			isSteady: steady,
			onSaved: (entry) => void journalStream?.write(formatJournalEntry(entry)),
		});
		if (out !== undefined) await writeOutput(out, `${JSON.stringify(report, null, "\t")}\n`);
		print(...formatRushReport(report));
		if (report.acceptedAfterPlayerLock > 0)
			throw new CommandRefusedError(
				`${formatCount(report.acceptedAfterPlayerLock, "save")} of locked players accepted.`,
			);
		if (report.saves.ok === 0) throw new CommandRefusedError("No save was accepted.");
	} catch (error) {
		throw error instanceof RushSetupError ? new CommandRefusedError(`${error.message}.`) : error;
	} finally {
		journalStream?.end();
		if (journalStream) await withFullDiskError(String(journal), () => finished(journalStream));
	}
}

function parseLoopbackUrl(text: string): string {
	const url = URL.parse(text);
	if (url?.protocol !== "http:") throw new InvalidArgumentError("Not a URL such as http://127.0.0.1:3000.");
	if (!isLoopbackName(url.hostname))
		throw new InvalidArgumentError(
			`${url.hostname} is not this machine. A rush would be an attack on somebody's server: only 127.0.0.1, ::1 and localhost.`,
		);
	return url.origin;
}
