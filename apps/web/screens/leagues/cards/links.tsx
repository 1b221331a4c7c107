import type { CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { useContext } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { getShortName } from "../../../players/short-name.ts";
import { LeagueContext } from "../league/use-league.ts";
import { useCard, useTeamName } from "./use-card.ts";

/** A team's name, which links to the team in the card's round. */
export const TeamLink = ({ team }: { readonly team: CardTeam }) => {
	const { roundId } = useCard();
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

/** A team's linked name with its points. */
export const TeamPoints = ({ team, points }: { readonly team: CardTeam; readonly points: number }) => (
	<>
		<TeamLink team={team} /> <b>{formatPoints(points)}</b>
	</>
);

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
}

/** The player who came to a team, and the one who was dropped for her. */
export const Move = ({ team, inId, outId }: MoveProps) => {
	const { t } = useTranslation();
	return (
		<Trans
			t={t}
			i18nKey={outId === null ? "leagues.card.claimed" : "leagues.card.trade"}
			components={{
				team: <TeamLink team={team} />,
				in: <PlayerLink id={inId} />,
				out: <PlayerLink id={outId ?? 0} />,
			}}
		/>
	);
};
