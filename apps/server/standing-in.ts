import { rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { getCookie, LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE, isLanguage } from "@first-bounce/contract/languages";
import type { Config } from "./config.ts";
import { formatReason } from "./db/connect.ts";
import { openDatabaseSession, openUnmigratedDatabase } from "./db/open.ts";
import type { BackupKey } from "./features/backups/backup-archive.ts";
import { restoreInstallation } from "./features/backups/restore-installation.ts";
import {
	FOLLOW_SCRIPT,
	FOLLOW_SCRIPT_PATH,
	PAGE_POLICY,
	RESTORE_COOKIE,
	renderBusyPage,
	renderRestorePage,
} from "./features/backups/restore-page.ts";
import {
	findRestoreRun,
	isInProgress,
	isRunToken,
	RESTORE_CONNECTION,
	type RestoreRun,
} from "./features/backups/restore-run.ts";
import { formatErrorMessage } from "./i18n/error-messages.ts";
import { negotiateLanguage } from "./i18n/negotiate-language.ts";
import { RETRY_AFTER_SECONDS } from "./plugins/errors.ts";
import { startStandIn } from "./plugins/http/stand-in-server.ts";

/**
 * Why a running server stops and starts again:
 *
 * - `restore`: this process restores a backup
 * - `wait`: another process does
 * - `restart`: a setting in the database has changed
 */
export type Interruption =
	| {
			readonly kind: "restore";
			readonly place: string;
			readonly key: BackupKey;
			readonly token: string;
			readonly isUpload: boolean;
	  }
	| { readonly kind: "wait" }
	| { readonly kind: "restart" };

const WAIT_INTERVAL_MS = 500;

/** Answers every request: health checks, the progress for whoever started the restore, and for all others that the site is busy. */
async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	reason: "restore" | "demo",
	getRun: () => Promise<RestoreRun | null>,
): Promise<void> {
	const { pathname } = URL.parse(request.url ?? "/", "http://localhost") ?? { pathname: "/" };
	const send = (status: number, type: string, body: string) => {
		response.writeHead(status, {
			"content-type": `${type}; charset=utf-8`,
			"cache-control": "no-store",
			"content-security-policy": PAGE_POLICY,
			"x-content-type-options": "nosniff",
			...(status === 503 ? { "retry-after": RETRY_AFTER_SECONDS } : {}),
		});
		response.end(request.method === "HEAD" ? undefined : body);
	};
	if (pathname === "/healthz") return send(200, "application/json", JSON.stringify({ status: "ok" }));
	if (pathname === FOLLOW_SCRIPT_PATH) return send(200, "text/javascript", FOLLOW_SCRIPT);
	const apiLanguage = /^\/api\/([a-z-]{2,})\//i.exec(pathname)?.[1] ?? "";
	if (!(request.headers.accept ?? "").includes("text/html") || apiLanguage !== "") {
		const language = isLanguage(apiLanguage) ? apiLanguage : DEFAULT_LANGUAGE;
		const code = reason === "demo" ? "demo-being-made" : "being-restored";
		const message = formatErrorMessage(language, code);
		return send(503, "application/json", JSON.stringify({ success: null, errors: [{ code, message }] }));
	}
	const { cookie = "", "accept-language": accepted } = request.headers;
	const language = negotiateLanguage(getCookie(cookie, LANGUAGE_COOKIE), accepted);
	const run = await getRun().catch(() => null);
	const isAuthorised = run !== null && isRunToken(run, getCookie(cookie, RESTORE_COOKIE));
	return send(
		503,
		"text/html",
		isAuthorised ? renderRestorePage(language, run, { isServing: false }) : renderBusyPage(language, reason),
	);
}

/** Waits until no restore is in progress. */
async function waitForRestore(getRun: () => Promise<RestoreRun | null>): Promise<void> {
	while (isInProgress(await getRun())) await setTimeout(WAIT_INTERVAL_MS);
}

async function restore(config: Config, job: Interruption & { readonly kind: "restore" }, log: (line: string) => void) {
	const database = await openUnmigratedDatabase(config);
	try {
		await restoreInstallation(database, config, { ...job, replaces: true, notify: log });
		if (job.isUpload) await rm(job.place, { force: true });
	} catch (error) {
		log(`The backup was not restored: ${formatReason(error)}`);
	} finally {
		await database.close();
	}
}

/** The running server that steps aside, and how it starts again. */
interface SteppingAside {
	/** Stops answering requests. */
	readonly stopServer: () => Promise<void>;
	readonly closeDatabase: () => Promise<void>;
	/** Starts everything again, and calls `beforeListen` before the app's server listens. */
	readonly start: (beforeListen: () => Promise<void>) => Promise<void>;
	readonly log: (line: string) => void;
}

/**
 * Stops the server, does what it was stopped for, and starts it again. Meanwhile another server at its address says so.
 *
 * @throws what `start` throws
 */
export async function standIn(
	config: Config,
	interruption: Interruption,
	{ stopServer, closeDatabase, start, log }: SteppingAside,
): Promise<void> {
	// Opened first, so that the embedded PostgreSQL keeps running.
	const session = await openDatabaseSession(config, RESTORE_CONNECTION);
	const reason = interruption.kind === "restart" ? "demo" : "restore";
	// One connection reads for all requests, one after the other.
	let reading: Promise<RestoreRun | null> = Promise.resolve(null);
	const getRun = () => {
		reading = reading.catch(() => null).then(() => findRestoreRun(session.client));
		return reading;
	};
	try {
		await stopServer();
		const server = await startStandIn(config, (request, response) => answer(request, response, reason, getRun));
		try {
			await closeDatabase();
			if (interruption.kind === "restore") await restore(config, interruption, log);
			if (interruption.kind === "wait") await waitForRestore(getRun);
			await start(server.close);
		} finally {
			await server.close();
		}
	} finally {
		await session.close();
	}
}
