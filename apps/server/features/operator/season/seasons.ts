import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { listSeasons as listCall, setClock as turnCall } from "@first-bounce/contract/operator/season";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { ClockRefusedError, jumpToNextLock, playAtSpeed, playRound, setSeasonTime } from "../../demo/clock-commands.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";

type Season = SuccessOf<typeof listCall>["seasons"][number];

/** Every season of this installation, the newest first. */
export async function listSeasons({ db }: OperatorServices): Promise<Season[]> {
	const { rows } = await sql<Season>`
		SELECT s.id, s.name, s.status, s.is_current AS "isCurrent", s.is_demo AS "isDemo",
			(SELECT count(*) FROM rounds AS r WHERE r.season_id = s.id) AS rounds,
			(SELECT count(*) FROM teams AS t WHERE t.season_id = s.id) AS teams
		FROM seasons AS s ORDER BY s.id DESC`.execute(db);
	return rows;
}

type Turn = BodyOf<typeof turnCall>;

function applyTurn(
	{ db, clocks, demoMayRun }: OperatorServices,
	turn: Turn,
	also: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<SeasonClock> {
	const settings = { demoMayRun, also };
	const wall = clocks.wallNow();
	if (turn.turn === "play") return playRound(db, settings, wall);
	if (turn.turn === "speed") return playAtSpeed(db, turn.speed, settings, wall);
	if (turn.turn === "next") return jumpToNextLock(db, settings, wall);
	return setSeasonTime(db, Date.parse(turn.at), settings, wall);
}

/** Turns the demo's clock, which tells the others by itself. */
export async function turnClock(services: OperatorServices, turn: Turn, audit: AuditContext): Promise<SeasonClock> {
	const done = { action: "clock-turned", subject: `season:${services.seasons.current().seasonId}` };
	const before = services.clocks.show();
	try {
		const after = await applyTurn(services, turn, (transaction) =>
			writeAudit(transaction, audit, { ...done, before, after: turn }),
		);
		await services.clocks.refresh();
		return after;
	} catch (error) {
		throw error instanceof ClockRefusedError ? refuse(409, "clock-refused", { reason: error.message }) : error;
	}
}
