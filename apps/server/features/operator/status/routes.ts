import type { SuccessOf } from "@first-bounce/contract/call";
import { showStatus } from "@first-bounce/contract/site/status";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { isDatabaseUp } from "../../../plugins/health.ts";
import { route } from "../../../plugins/route.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { StorageWatch } from "../storage/storage-watch.ts";
import { hasDelayedMail } from "./queries.ts";

interface StatusServices {
	readonly pool: Pool;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly wallNow: () => number;
	/** How long the feed has been failing, in milliseconds; 0 if it works or there is none. */
	readonly feedFailingFor: () => number;
	readonly storage: Pick<StorageWatch, "report">;
	/** Whether a mail server is configured. */
	readonly hasMailServer: boolean;
}

type Status = SuccessOf<typeof showStatus>;
type State = Status["parts"][number]["state"];

/** Requests within this time share a response. */
const CACHE_MS = 5_000;
/** Mail or a feed that is delayed longer than this is reported as slow. */
const MAX_DELAY_MS = 10 * 60_000;

const getMailState = async (pool: Pool, now: number): Promise<State> =>
	(await hasDelayedMail(pool, now - MAX_DELAY_MS)) ? "slow" : "up";

async function getStatus(services: StatusServices): Promise<Status> {
	const { pool, currentSeason, wallNow, feedFailingFor, storage, hasMailServer } = services;
	const at = wallNow();
	const isUp = await isDatabaseUp(pool);
	const mailState = isUp ? await getMailState(pool, at).catch((): State => "slow") : "slow";
	const mail = hasMailServer ? mailState : "outbox";
	const parts: Status["parts"] = [
		{ part: "database", state: isUp ? "up" : "down" },
		{ part: "season", state: currentSeason() ? "up" : "down" },
		{ part: "feed", state: feedFailingFor() > MAX_DELAY_MS ? "slow" : "up" },
		{ part: "mail", state: mail },
		{ part: "storage", state: storage.report().state === "full" ? "down" : "up" },
	];
	return { at: new Date(at).toISOString(), isReady: parts.every(({ state }) => state !== "down"), parts };
}

/** The public status: the checks of /readyz, and delays. Also responds while the database is down. */
export function registerStatus(app: FastifyInstance, services: StatusServices): void {
	let cached: { readonly at: number; readonly response: Promise<Status> } | null = null;
	route(app, showStatus, {
		needs: "nothing",
		handler: () => {
			const now = services.wallNow();
			if (!cached || Math.abs(now - cached.at) > CACHE_MS) cached = { at: now, response: getStatus(services) };
			return cached.response;
		},
	});
}
