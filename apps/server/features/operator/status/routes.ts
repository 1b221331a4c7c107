import type { SuccessOf } from "@first-bounce/contract/call";
import { showStatus } from "@first-bounce/contract/site/status";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { isDatabaseUp } from "../../../plugins/health.ts";
import { route } from "../../../plugins/route.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { StorageWatch } from "../storage/storage-watch.ts";

interface StatusServices {
	readonly pool: Pool;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly wallNow: () => number;
	/** How long the feed has been failing, in milliseconds; 0 while it answers, or none is asked. */
	readonly feedFailingFor: () => number;
	readonly storage: Pick<StorageWatch, "report">;
	/** Whether there is a mail server to send by. */
	readonly sendsMail: boolean;
}

type Status = SuccessOf<typeof showStatus>;
type State = Status["parts"][number]["state"];

/** Every open status page shares an answer for so long. */
const CACHE_MS = 5_000;
/** A mail or a feed that is late by so much is worth saying. */
const MAX_DELAY_MS = 10 * 60_000;

async function getMailState(pool: Pool, now: number): Promise<State> {
	const { rows } = await pool.query<{ waiting: boolean }>(
		`SELECT EXISTS (SELECT FROM outbox_mails
			WHERE sent_at IS NULL AND failed_at IS NULL AND attempts > 0 AND created_at < $1) AS waiting`,
		[new Date(now - MAX_DELAY_MS)],
	);
	return rows[0]?.waiting ? "slow" : "up";
}

async function getStatus(services: StatusServices): Promise<Status> {
	const { pool, currentSeason, wallNow, feedFailingFor, storage, sendsMail } = services;
	const at = wallNow();
	const isUp = await isDatabaseUp(pool);
	const sending = isUp ? await getMailState(pool, at).catch((): State => "slow") : "slow";
	const mail = sendsMail ? sending : "outbox";
	const parts: Status["parts"] = [
		{ part: "database", state: isUp ? "up" : "down" },
		{ part: "season", state: currentSeason() ? "up" : "down" },
		{ part: "feed", state: feedFailingFor() > MAX_DELAY_MS ? "slow" : "up" },
		{ part: "mail", state: mail },
		{ part: "storage", state: storage.report().state === "full" ? "down" : "up" },
	];
	return { at: new Date(at).toISOString(), isReady: parts.every(({ state }) => state !== "down"), parts };
}

/** The public status, by the checks of /readyz and what waits. It answers while the database does not. */
export function registerStatus(app: FastifyInstance, services: StatusServices): void {
	let shared: { readonly at: number; readonly answer: Promise<Status> } | null = null;
	route(app, showStatus, {
		needs: "nothing",
		handler: () => {
			const now = services.wallNow();
			if (!shared || Math.abs(now - shared.at) > CACHE_MS) shared = { at: now, answer: getStatus(services) };
			return shared.answer;
		},
	});
}
