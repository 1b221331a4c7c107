import { useSearchParams } from "react-router";
import { useLeague } from "../league/use-league.ts";
import { H2hLadder } from "./h2h-ladder.tsx";
import { OpenLadder } from "./open-ladder.tsx";

/** The ladder (D2 §2): by points in an open league, by ladder points in a head-to-head one. Round 0 is the latest. */
export const LadderPage = () => {
	const league = useLeague();
	const [search, setSearch] = useSearchParams();
	const asked = Number(search.get("round") ?? 0);
	const roundId = Number.isSafeInteger(asked) && asked >= league.startId ? asked : 0;
	const onRound = (next: number) =>
		setSearch(next === 0 ? {} : { round: String(next) }, { replace: true, preventScrollReset: true });
	const props = { league, roundId, onRound };
	return league.type === "h2h" ? <H2hLadder {...props} /> : <OpenLadder {...props} />;
};
