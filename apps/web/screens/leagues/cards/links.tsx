import type { CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { useContext } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { getShortName } from "../../../players/short-name.ts";
import { LeagueContext } from "../league/use-league.ts";
import { useTeamName } from "./results.tsx";

/** A team's name, which links to the team in the round. */
export const TeamLink = ({ team, roundId }: { readonly team: CardTeam; readonly roundId: number }) => {
	const league = useContext(LeagueContext);
	const isDraft = league?.class === "draft";
	const { teamId, userId } = team;
	return (
		<Link
			to={isDraft ? paths.draftRound.to(league.id, roundId, teamId) : paths.userTeam.to(roundId, userId)}
			dir="auto"
		>
			{useTeamName()(team)}
		</Link>
	);
};

export const PlayerLink = ({ id }: { readonly id: number }) => {
	const season = useSeason();
	const name = season.state === "ready" ? getShortName(id, season.value) : "";
	return name === "" ? <>…</> : <PlayerName id={id} name={name} />;
};

interface MoveProps {
	readonly team: CardTeam;
	readonly inId: number;
	/** Null if nobody left for her. */
	readonly outId: number | null;
	readonly roundId: number;
}

/** The player who came to a team, and the one who was dropped for her. */
export const Move = ({ team, inId, outId, roundId }: MoveProps) => {
	const { t } = useTranslation();
	return (
		<Trans
			t={t}
			i18nKey={outId === null ? "leagues.card.claimed" : "leagues.card.trade"}
			components={{
				team: <TeamLink team={team} roundId={roundId} />,
				in: <PlayerLink id={inId} />,
				out: <PlayerLink id={outId ?? 0} />,
			}}
		/>
	);
};
