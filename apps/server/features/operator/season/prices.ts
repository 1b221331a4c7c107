import type { SuccessOf } from "@first-bounce/contract/call";
import type { reviewPrices as reviewCall } from "@first-bounce/contract/operator/season";
import type { RoundId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { rerunPrices as rerun, reviewPrices as review } from "../../match-day/corrections/rerun-prices.ts";
import type { OperatorServices } from "../services.ts";
import { getPlayerName } from "./matches.ts";

/** Computes the prices that publishing the round, or recomputing its prices, would set. */
export function reviewPrices({ seasons }: OperatorServices, roundId: RoundId): SuccessOf<typeof reviewCall> {
	const season = seasons.current();
	const { changes, ...rest } = review(season, roundId);
	return { ...rest, changes: changes.map((change) => ({ ...change, name: getPlayerName(season, change.playerId) })) };
}

export async function rerunPrices({ pool, seasons, clocks }: OperatorServices, roundId: RoundId, audit: AuditContext) {
	const { changes, magicNumber } = await rerun({ pool }, roundId, audit, clocks.seasonNow());
	await seasons.refresh();
	return { changed: changes.length, magicNumber };
}
