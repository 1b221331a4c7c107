import type { BodyOf } from "@first-bounce/contract/call";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { setClock as setClockCall } from "@first-bounce/contract/operator/season";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { jumpToNextLock, playAtSpeed, playRound, setSeasonTime } from "../../demo/demo-clock.ts";
import type { OperatorServices } from "../services.ts";

type ClockChange = BodyOf<typeof setClockCall>;

function applyClockChange(
	{ db, clocks, demoMayRun, isRehearsal }: OperatorServices,
	change: ClockChange,
	runInTransaction: (trx: Db) => Promise<void>,
): Promise<SeasonClock> {
	const settings = { demoMayRun, isRehearsal, runInTransaction };
	const wallTime = clocks.wallNow();
	if (change.action === "play") return playRound(db, settings, wallTime);
	if (change.action === "speed") return playAtSpeed(db, change.speed, settings, wallTime);
	if (change.action === "next") return jumpToNextLock(db, settings, wallTime);
	return setSeasonTime(db, Date.parse(change.at), settings, wallTime);
}

/** Changes the clock of a demo or rehearsal, and writes the change to the audit log. */
export async function changeClock(services: OperatorServices, change: ClockChange, audit: AuditContext) {
	const entry = { action: "clock-turned", subject: `season:${services.seasons.current().seasonId}` };
	const before = services.clocks.show();
	const after = await applyClockChange(services, change, (trx) =>
		writeAudit(trx, audit, { ...entry, before, after: change }),
	);
	await services.clocks.refresh();
	return after;
}
