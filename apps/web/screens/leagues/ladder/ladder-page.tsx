import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useLeague } from "../league/use-league.ts";
import { listLadderRounds } from "../model/fixture-rounds.ts";
import { EliminationLadder } from "./elimination-ladder.tsx";
import { H2hLadder } from "./h2h-ladder.tsx";
import { OpenLadder } from "./open-ladder.tsx";

/** The ladder of a league. Round 0 is the latest. */
export const LadderPage = () => {
	const { t } = useTranslation();
	const league = useLeague();
	const season = useSeason();
	const [search, setSearch] = useSearchParams();
	if (season.state === "error") return <ErrorState reason={getErrorMessage(season.error, t)} onRetry={season.retry} />;
	if (season.state === "pending") return <Skeleton height="40vh" radius="var(--radius-l)" />;
	const rounds = listLadderRounds(league, season.value);
	// The URL may name a future or an unknown round.
	const roundId = rounds.find((id) => String(id) === search.get("round")) ?? 0;
	const onRound = (next: number) =>
		setSearch(next === 0 ? {} : { round: String(next) }, { replace: true, preventScrollReset: true });
	const props = { league, rounds, roundId, onRound };
	if (league.type === "elimination") return <EliminationLadder {...props} season={season.value} />;
	return league.type === "h2h" ? <H2hLadder {...props} /> : <OpenLadder {...props} />;
};
