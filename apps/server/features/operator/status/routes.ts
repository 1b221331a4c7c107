import type { SuccessOf } from "@first-bounce/contract/call";
import { showStatus } from "@first-bounce/contract/site/status";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { isDatabaseUp } from "../../../plugins/health.ts";
import type { ProxyCheck } from "../../../plugins/http/proxy-check.ts";
import { route } from "../../../plugins/route.ts";
import { countDrafts } from "../../leagues/draft/maintenance.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { countDelayedMails } from "../alerts/queries.ts";
import type { StorageWatch } from "../storage/storage-watch.ts";

interface StatusServices {
	readonly pool: Pool;
	readonly db: Db;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly wallNow: () => number;
	/** The health of the feed that the leader polls; null if there is none. */
	readonly feedHealth: () => { readonly health: FeedHealth } | null;
	readonly storage: Pick<StorageWatch, "report">;
	readonly hasMailServer: boolean;
	/** Gets why all visitors share one address; null if they do not. */
	readonly getProxyProblem: ProxyCheck["getProblem"];
}

type Status = SuccessOf<typeof showStatus>;
type State = Status["parts"][number]["state"];

/** Requests within this time share a response. */
const CACHE_MS = 5_000;
/** A feed that is delayed longer than this is reported as slow. */
const MAX_FEED_DELAY_MS = 10 * MINUTE_MS;
const MAX_DRAFT_DELAY_MS = 15_000;

const getMailState = async (db: Db, now: number): Promise<State> =>
	(await countDelayedMails(db, now)) > 0 ? "slow" : "up";

const getDraftState = async (db: Db, now: number): Promise<State> =>
	(await countDrafts(db, now, MAX_DRAFT_DELAY_MS)).overdue > 0 ? "slow" : "up";

/** Gets the state of a feed. A feed that has never answered is slow from its first failure on. */
function getFeedState(feed: ReturnType<StatusServices["feedHealth"]>, now: number): State {
	if (!feed) return "up";
	const { lastResponseAt, failures, isRefused } = feed.health;
	if (isRefused) return "refused";
	if (lastResponseAt === null) return failures > 0 ? "slow" : "idle";
	return failures > 0 && now - lastResponseAt > MAX_FEED_DELAY_MS ? "slow" : "up";
}

async function getStatus(services: StatusServices): Promise<Status> {
	const { pool, db, currentSeason, wallNow, feedHealth, storage, hasMailServer } = services;
	const now = wallNow();
	const isUp = await isDatabaseUp(pool);
	const mailState = isUp ? await getMailState(db, now).catch((): State => "slow") : "slow";
	const parts: Status["parts"] = [
		{ part: "database", state: isUp ? "up" : "down" },
		{ part: "season", state: currentSeason() ? "up" : "down" },
		{ part: "feed", state: getFeedState(feedHealth(), now) },
		{ part: "mail", state: hasMailServer ? mailState : "outbox" },
		{ part: "storage", state: storage.report().state === "full" ? "down" : "up" },
		{ part: "drafts", state: isUp ? await getDraftState(db, now).catch((): State => "slow") : "down" },
	];
	return { at: new Date(now).toISOString(), isReady: parts.every(({ state }) => state !== "down"), parts };
}

/** Registers the public status: the checks of /readyz, and delays. It responds even if the database is down. */
export function registerStatus(app: FastifyInstance, services: StatusServices): void {
	let cached: { readonly at: number; readonly response: Promise<Status> } | null = null;
	route(app, showStatus, {
		needs: "nothing",
		handler: async ({ session }) => {
			const now = services.wallNow();
			if (!cached || Math.abs(now - cached.at) > CACHE_MS) cached = { at: now, response: getStatus(services) };
			const status = await cached.response;
			const problem = services.getProxyProblem();
			// Without the database nobody is known to be an operator.
			const isOperator = problem !== null && (await session().catch(() => null))?.operatorRole != null;
			return problem && isOperator ? { ...status, sharedAddress: problem } : status;
		},
	});
}
