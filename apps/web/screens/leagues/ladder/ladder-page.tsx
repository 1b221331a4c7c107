import { useSearchParams } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { IN_PLACE } from "../../../app/search-params.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { useLeague } from "../league/use-league.ts";
import { listLadderRounds } from "../model/fixture-rounds.ts";
import { EliminationLadder } from "./elimination-ladder.tsx";
import { H2hLadder } from "./h2h-ladder.tsx";
import { OpenLadder } from "./open-ladder.tsx";

/** The ladder of a league. Round 0 is the latest. */
export const LadderPage = () => {
	const league = useLeague();
	const season = useSeason();
	const [search, setSearch] = useSearchParams();
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="40vh" />;
	const rounds = listLadderRounds(league, season.value);
	// The URL may name a future or an unknown round.
	const roundId = rounds.find((id) => String(id) === search.get("round")) ?? 0;
	const onRound = (next: number) => setSearch(next === 0 ? {} : { round: String(next) }, IN_PLACE);
	const props = { league, rounds, roundId, onRound };
	if (league.type === "elimination") return <EliminationLadder {...props} season={season.value} />;
	return league.type === "h2h" ? <H2hLadder {...props} /> : <OpenLadder {...props} />;
};
