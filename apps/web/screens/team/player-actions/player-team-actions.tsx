import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import type { IconName } from "../../../components/icon/icon.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { REASON_KEYS } from "../model/available-pool-action.ts";
import { buildActionState, listPlayerActions, type PlayerAction, type PlayerOptions } from "./player-action.ts";
import { PlayerCoachActions } from "./player-coach-actions.tsx";
import styles from "./player-team-actions.module.css";
import { useTeamContext } from "./use-team-context.ts";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
}

const ICONS: Readonly<Record<PlayerAction, IconName>> = { add: "plus", "trade-in": "trade", captain: "star" };
const LABEL_KEYS = {
	add: "playerAction.add",
	"trade-in": "playerAction.tradeIn",
	captain: "action.captain",
} as const satisfies Record<PlayerAction, string>;

/** The reason why no action is possible for the player; null if one is. */
function useBlockedReason({ view }: PlayerOptions): string | null {
	const { t } = useTranslation();
	const { name, action } = view;
	if (view.entry.departed) return null;
	if (view.isLocked) return t("pool.locked", { name });
	if (view.isInTeam) return t("pool.inTeam", { name });
	if (action.kind === "none" || action.kind === "lock" || !action.disabledReason) return null;
	return t(REASON_KEYS[action.disabledReason], { name });
}

const Actions = ({ player, season, team }: Props & { readonly team: Team }) => {
	const context = useTeamContext(team, season);
	return context ? <ActionBar options={listPlayerActions(player, context)} /> : null;
};

const ActionBar = ({ options }: { readonly options: PlayerOptions }) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const reason = useBlockedReason(options);
	const openTeamScreen = (action: PlayerAction) =>
		void navigate(paths.team.toWithAction(), {
			state: buildActionState({ action, playerId: options.view.entry.id }),
		});
	if (options.actions.length === 0) return reason ? <p>{reason}</p> : null;
	return options.actions.map((action) => (
		<Button key={action} variant="main" icon={ICONS[action]} onPress={() => openTeamScreen(action)}>
			{t(LABEL_KEYS[action])}
		</Button>
	));
};

/**
 * The team's and the coach's actions for a player, below her details. The team screen itself has the team's actions.
 */
export const PlayerTeamActions = ({ player, season }: Props) => {
	const { t } = useTranslation();
	const isTeamScreen = useLocation().pathname === paths.team.pattern;
	const { data, error } = useCall(showMyTeam, {}, { meta: { noErrorModal: true } });
	return (
		<>
			{data ? <PlayerCoachActions player={player} team={data.team} /> : null}
			{isTeamScreen ? null : (
				<section className={styles.bar} aria-label={t("team.title")}>
					{data ? <Actions player={player} season={season} team={data.team} /> : null}
					{error && !data ? <p>{getErrorMessage(error, t)}</p> : null}
				</section>
			)}
		</>
	);
};
