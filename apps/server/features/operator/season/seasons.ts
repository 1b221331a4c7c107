import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { listSeasons as listCall, setClock as turnCall } from "@first-bounce/contract/operator/season";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { jumpToNextLock, playAtSpeed, playRound, setSeasonTime } from "../../demo/clock-commands.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";
import { listAllSeasons } from "./queries.ts";

/** Every season of this installation, the newest first. */
export const listSeasons = ({ db }: OperatorServices): Promise<SuccessOf<typeof listCall>["seasons"]> =>
	listAllSeasons(db);

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

/** Changes the demo's clock. Other processes are notified by the clock itself. */
export async function turnClock(services: OperatorServices, turn: Turn, audit: AuditContext): Promise<SeasonClock> {
	const done = { action: "clock-turned", subject: `season:${services.seasons.current().seasonId}` };
	const before = services.clocks.show();
	const after = await applyTurn(services, turn, (transaction) =>
		writeAudit(transaction, audit, { ...done, before, after: turn }),
	);
	await services.clocks.refresh();
	return after;
}
