import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { RoundId, SeasonTime, UserId } from "@first-bounce/rules/ids";
import { readConfig } from "../../config.ts";
import { closeAll } from "../../db/close-all.ts";
import { formatReason } from "../../db/connect.ts";
import { type Cluster, joinCluster } from "../../db/embedded/cluster.ts";
import { readFreeBytes } from "../../db/full-disk.ts";
import { type Database, openDatabase } from "../../db/open.ts";
import { SCRATCH_FLAGS } from "../../db/scratch.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { resolvePort } from "../../listening.ts";
import { createLog } from "../../plugins/log.ts";
import { type RunningServer, startServer } from "../../start-server.ts";
import { StartupError } from "../../startup-error.ts";
import { createOperator } from "../accounts/users/administer-users.ts";
import { MAX_FINDINGS } from "../operator/closing-letter/run-verify.ts";
import { sendClosingLetters } from "../operator/closing-letter/send-letters.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { formatProblem } from "../seasons/import/csv/problem-list.ts";
import { readSeasonFolder } from "../seasons/import/files/read-season-folder.ts";
import type { SeasonData } from "../seasons/import/files/season-data.ts";
import { importSeasonData } from "../seasons/import/import-season.ts";
import { createAflApiFeed } from "../stats-providers/afl-api/afl-api-feed.ts";
import type { PlayedSeason } from "../stats-providers/simulator/simulator-feed.ts";
import { type FaultLevel, type FaultPlan, planFaults } from "./faults.ts";
import { type FaultyProvider, startFaultyProvider } from "./provider/faulty-provider.ts";
import { addLateOuts, buildRehearsalResults, clearResults } from "./season-results.ts";
import { verifyRounds } from "./verify-rounds.ts";

export interface RehearsalOptions {
	/** A season's folder, as for an import. */
	readonly folder: string;
	readonly faults: FaultLevel;
	readonly seed: number;
	/** The number of rounds after which the rehearsal stops. */
	readonly rounds: number;
	/** How many bots play, at most 200. */
	readonly teams: number;
	/** The port of the server; 0 for any free port. */
	readonly port: number;
	/** Whether the database is kept, in which case its folder is printed. */
	readonly isKept: boolean;
}

/** A running rehearsal: a season on a database and server of its own. */
export interface Rehearsal {
	readonly season: SeasonData;
	readonly played: PlayedSeason;
	readonly plan: FaultPlan;
	readonly database: Database;
	readonly server: RunningServer;
	readonly provider: FaultyProvider;
	readonly url: string;
	readonly operator: {
		readonly id: UserId;
		readonly email: string;
		readonly password: string;
		readonly setupCode: string;
	};
	/** The errors of the server so far. */
	readonly errors: readonly string[];
	/** The folder of the data. */
	readonly dataDir: string;
	/** Recomputes published rounds from the stored payloads, and returns the differences. */
	readonly verify: (rounds: readonly RoundId[]) => Promise<string[]>;
	/** Verifies published rounds and sends their closing letters. */
	readonly sendClosingLetters: () => Promise<void>;
	/** Stops everything and deletes the data, unless it is kept. */
	readonly close: () => Promise<void>;
}

const OPERATOR_EMAIL = "operator@rehearsal.example";
const REQUEST_TIMEOUT_MS = 500;
const BACK_OFF_MS = 50;
/** The space for PostgreSQL's files and a season's stats. */
const MIN_FREE_MEGABYTES = 400;

/**
 * Opens a rehearsal.
 *
 * @throws StartupError if the folder has problems, the port is taken or there is no room; nothing is left behind
 */
export async function openRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
	const season = await readRehearsedSeason(options);
	// Settings of the operator's own installation, such as DATABASE_URL or SMTP_URL, must not apply here.
	const config = await resolvePort(
		readConfig({ PORT: String(options.port), DEMO: "off", FEED: "afl-api", AFL_API_SEASON: "2026" }),
	).catch((error: Error) => {
		throw new StartupError(error.message.replace("set PORT to", "use --port with"));
	});
	const dataDir = await createDataDir();
	const closers: (() => Promise<unknown>)[] = [];
	if (!options.isKept) closers.push(() => rm(dataDir, { recursive: true, force: true }));
	const close = async () => {
		await closeAll(closers.splice(0));
	};
	try {
		const cluster = await joinCluster(path.join(dataDir, "postgres"), { flags: SCRATCH_FLAGS });
		closers.push(() => cluster.leave());
		const database = await openNamedDatabase(cluster, "first_bounce", dataDir);
		closers.push(database.close);
		const prepared = await prepareSeason(database, season, options);
		const openSecondDatabase = createDatabaseOpener(cluster, dataDir);
		const verify = (rounds: readonly RoundId[]) =>
			verifyRounds({ database, seasonId: season.id, openSecondDatabase }, rounds);
		const started = await startRehearsalServer(database, { ...config, dataDir, ...prepared, season });
		closers.push(started.provider.close, started.server.stop);
		const { seasons, clocks } = started.server.engine;
		const { id, password, setupCode } = await createOperator(
			database.db,
			{ email: OPERATOR_EMAIL, firstName: "Season", lastName: "Operator" },
			{ role: "owner", now: Date.now() },
		);
		return {
			...started,
			...prepared,
			season,
			database,
			dataDir,
			url: config.publicUrl,
			operator: { id, email: OPERATOR_EMAIL, password, setupCode },
			verify,
			sendClosingLetters: async () => {
				const context = { db: database.db, seasons, clocks, inbox: null, publicUrl: config.publicUrl };
				await sendClosingLetters({ ...context, verify: (roundId) => verifyForLetter(verify, roundId) });
			},
			close,
		};
	} catch (error) {
		await close().catch((closeError) => createLog().error(closeError));
		throw error;
	}
}

async function readRehearsedSeason({ folder }: RehearsalOptions): Promise<SeasonData> {
	const { season, problems } = await readSeasonFolder(folder);
	if (!season)
		throw new StartupError(
			[...problems.map(formatProblem), `${formatCount(problems.length, "problem")}: nothing was rehearsed.`].join("\n"),
		);
	if (season.matches.length === 0) throw new StartupError(`${folder} has no matches to rehearse.`);
	return season;
}

async function createDataDir(): Promise<string> {
	const parent = tmpdir();
	const explain = (error: unknown) =>
		new StartupError(`A database cannot be created in ${parent}: ${formatReason(error)}. Set TMPDIR to another folder`);
	const freeBytes = await readFreeBytes(parent).catch((error) => {
		throw explain(error);
	});
	if (freeBytes < MIN_FREE_MEGABYTES * 1024 ** 2) throw explain(`less than ${MIN_FREE_MEGABYTES} MB are free`);
	try {
		const folder = await mkdtemp(path.join(parent, "first-bounce-rehearsal-"));
		// PostgreSQL may run as another account, which needs access to its folder in here.
		await chmod(folder, 0o711);
		return folder;
	} catch (error) {
		throw explain(error);
	}
}

const openNamedDatabase = async (cluster: Cluster, name: string, dataDir: string): Promise<Database> =>
	openDatabase({ databaseUrl: await cluster.createDatabase(name), dataDir });

/** Returns a function that opens a new, empty database at each call. Closing a database deletes it. */
function createDatabaseOpener(cluster: Cluster, dataDir: string): () => Promise<Database> {
	let opened = 0;
	return async () => {
		const name = `verification_${++opened}`;
		const database = await openNamedDatabase(cluster, name, dataDir);
		const drop = () => cluster.admin.query(`DROP DATABASE ${name}`);
		return { ...database, close: () => closeAll([drop, database.close]) };
	};
}

/** Verifies a round, with the result in the format of a closing letter. */
async function verifyForLetter(verify: Rehearsal["verify"], roundId: RoundId) {
	const findings = await verify([roundId]);
	const state = findings.length === 0 ? ("passed" as const) : ("differs" as const);
	return { state, findings: findings.slice(0, MAX_FINDINGS) };
}

/** Imports the season as it is before its first match, and decides its results and faults. */
async function prepareSeason({ db }: Database, season: SeasonData, { faults: level, seed, rounds }: RehearsalOptions) {
	const { problems } = await importSeasonData(db, clearResults(season), { now: getOpeningTime(season) });
	if (problems.length > 0) throw new StartupError(problems.map(formatProblem).join("\n"));
	const snapshot = await loadShownSeason(db);
	if (!snapshot) throw new Error("The season was not imported");
	const results = buildRehearsalResults(season, (id) => snapshot.players.get(id)?.estimate ?? 0, seed);
	const plan = planFaults(snapshot.rounds.slice(0, rounds), results, { level, seed });
	const lateOuts = plan.matches.filter(({ kind }) => kind === "late-out");
	await setClock(db, { seasonAt: getOpeningTime(season), speed: 0 }, Date.now());
	return { plan, played: addLateOuts(results, lateOuts, season) };
}

/** Eight days before the first match, when nothing has been announced. */
const getOpeningTime = ({ matches }: SeasonData): SeasonTime =>
	Math.min(...matches.map(({ startsAt }) => startsAt)) - 8 * DAY_MS;

interface ServerSettings extends ReturnType<typeof readConfig> {
	readonly season: SeasonData;
	readonly played: PlayedSeason;
	readonly plan: FaultPlan;
}

async function startRehearsalServer(database: Database, { season, played, plan, ...config }: ServerSettings) {
	const errors: string[] = [];
	let server: RunningServer | null = null;
	const provider = await startFaultyProvider({
		season,
		played,
		faults: plan.matches,
		listMatches: () => server?.engine.seasons.peek()?.rounds.flatMap(({ matches }) => matches) ?? [],
		seasonNow: () => server?.engine.clocks.seasonNow() ?? getOpeningTime(season),
	});
	const settings = { url: provider.url, competition: "264", season: "2026", intervalMs: 0 };
	try {
		server = await startServer({
			// Published rounds are read again at every step, because days are skipped.
			config: { ...config, recheck: { ...config.recheck, intervalMs: 0 } },
			database,
			log: createLog(),
			loadFeed: async (currentSeason) =>
				createAflApiFeed(settings, currentSeason, { timeoutMs: REQUEST_TIMEOUT_MS, backOffMs: BACK_OFF_MS }),
			// The rehearsal verifies rounds itself, because `fb verify` would read the database of this installation's settings.
			verify: null,
			isRehearsal: true,
			onError: (error) => errors.push(formatReason(error)),
		});
		return { provider, server, errors };
	} catch (error) {
		await provider.close();
		throw error;
	}
}
