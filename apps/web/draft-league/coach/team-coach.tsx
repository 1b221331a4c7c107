import { showClaims } from "@first-bounce/contract/draft/waivers";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { TeamId } from "@first-bounce/rules/ids";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { useLeaguePlayers } from "../use-league-players.ts";
import { LEAGUE_OPTIONS } from "../use-league-teams.ts";
import { CoachCard } from "./coach-card.tsx";

interface Props {
	readonly leagueId: number;
	readonly teamId: TeamId;
	readonly rules: SquadRules;
	readonly season: Season;
	readonly isLocked: LockCheck;
}

const Moves = ({ leagueId, teamId, ...team }: Props) => {
	const { players, queries } = useLeaguePlayers(leagueId, teamId);
	const claims = useQuietCall(showClaims, { params: { id: leagueId } }, LEAGUE_OPTIONS);
	const all = [...queries, claims];
	if (!claims.data || queries.some(({ data }) => data === undefined))
		return <LoadingOrError of={all} isPart height="52px" radius="var(--radius-s)" />;
	return <CoachCard {...team} leagueId={leagueId} players={players} claims={claims.data.claims} />;
};

/** The coach's moves on the page of the user's own draft team, for which the league's players are loaded when she asks. */
export const TeamCoach = (props: Props) => {
	const { t } = useTranslation();
	const [isAsked, setAsked] = useState(false);
	if (isAsked) return <Moves {...props} />;
	return (
		<Button icon="wand" onPress={() => setAsked(true)}>
			{t("draftCoach.ask")}
		</Button>
	);
};
