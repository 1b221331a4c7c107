import pLimit from "p-limit";
import { Refusal } from "../../../plugins/refusal.ts";

/** How many leagues are worked on at the same time. */
const limitLeagues = pLimit(4);

/** Runs an action in leagues, a few at a time. Reports what went wrong, unless a league was deleted or its draft reset meanwhile. */
export async function forEachLeague(
	leagueIds: Iterable<number>,
	act: (leagueId: number) => Promise<void>,
	onError: (error: unknown) => void,
): Promise<void> {
	const reportUnlessGone = (error: unknown) => {
		if (!(error instanceof Refusal && (error.status === 404 || error.status === 409))) onError(error);
	};
	await Promise.all(Array.from(leagueIds, (id) => limitLeagues(() => act(id).catch(reportUnlessGone))));
}
