import { listMyDraftTeams, showDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { isSeasonComplete } from "@first-bounce/rules/round/round";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import { useTranslation } from "react-i18next";
import { matchPath, useLocation, useNavigate } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ButtonLink } from "../../../components/button/button-link.tsx";
import type { IconName } from "../../../components/icon/icon.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { getCoachList, useCoachSettings } from "../../../players/use-coach-settings.ts";
import { useTeamEditor } from "../editor/use-team-editor.ts";
import { REASON_KEYS } from "../model/available-pool-action.ts";
import { getLineup, getStartedTeamState } from "../model/team-state.ts";
import type { ViewContext } from "../model/view-context.ts";
import { buildTradeContext, useSavedTrades } from "../trade/use-trade-editor.ts";
import { buildActionState, listPlayerActions, type PlayerAction, type PlayerOptions } from "./player-action.ts";
import styles from "./player-team-actions.module.css";

/** Puts a player on the wait list, keeps her, or leaves her out of suggested trades. */
const PlayerCoachActions = ({ player, team }: { readonly player: PlayerEntry; readonly team: Team }) => {
	const { t } = useTranslation();
	const { settings, error, retry, setList } = useCoachSettings();
	if (error)
		return (
			<Notice tone="warn" action={<Button onPress={retry}>{t("state.retry")}</Button>}>
				{getErrorMessage(error, t)}
			</Notice>
		);
	if (!settings || settings.isHidden || player.departed) return null;
	const list = getCoachList(settings, player.id);
	const isInTeam = listPlayerIds(getLineup(team)).includes(player.id);
	const toggle = (chosenList: "keep" | "ban" | "wait") => setList(player.id, list === chosenList ? null : chosenList);
	return (
		<section className={styles.bar} aria-label={t("coach.title")}>
			{isInTeam ? (
				<Button isPressed={list === "keep"} onPress={() => toggle("keep")}>
					{t("coach.keep")}
				</Button>
			) : (
				<>
					<Button isPressed={list === "ban"} onPress={() => toggle("ban")}>
						{t("coach.ban")}
					</Button>
					<Button isPressed={list === "wait"} onPress={() => toggle("wait")}>
						{t("coach.wait")}
					</Button>
				</>
			)}
		</section>
	);
};

/** The user's team as the team screen would open it: the context is null until the saved trades have loaded. */
function useTeamContext(
	team: Team,
	season: Season,
): { readonly context: ViewContext | null; readonly error: Error | null } {
	const { current, rules, lookup: getPlayer, rounds } = season;
	const now = useSeasonNow((time) => (current ? getNextLockTime(current, time) : null));
	const editor = useTeamEditor(team, season, now);
	const { query, trades } = useSavedTrades(team.isComplete, { noErrorModal: true });
	const hasStarted = !editor.isEditable;
	if (hasStarted && !query.data) return { context: null, error: query.error };
	const seasonContext = { rules, getPlayer, rounds, now };
	const started = getStartedTeamState({ team, lineup: getLineup(team) }, trades, rules);
	const savedTrades = trades.filter(({ roundId }) => roundId === getActionRoundId(seasonContext));
	const context: ViewContext = {
		season,
		lineup: hasStarted ? started.lineup : editor.lineup,
		bank: hasStarted ? started.bank : editor.bank,
		isLocked: editor.isLocked,
		mode: isSeasonComplete(rounds) ? "read" : hasStarted ? "live" : "edit",
		fixtureRound: current,
		getCost: ({ cost }) => cost,
		stat: "avgPoints",
		hasPrices: true,
		trade: hasStarted ? buildTradeContext(started, [], savedTrades, seasonContext) : null,
	};
	return { context, error: null };
}

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

/** The reason why no action is possible for the player; null if an action is possible. */
function useBlockedReason({ view }: PlayerOptions): string | null {
	const { t } = useTranslation();
	const { name, action } = view;
	if (view.entry.departed) return null;
	if (view.isLocked) return t("pool.locked", { name });
	if (view.isInTeam) return t("pool.inTeam", { name });
	if (action.kind === "none" || action.kind === "locked" || !action.disabledReason) return null;
	return t(REASON_KEYS[action.disabledReason], { name });
}

const Actions = ({ player, season, team }: Props & { readonly team: Team }) => {
	const { t } = useTranslation();
	const { context, error } = useTeamContext(team, season);
	if (context) return <ActionBar options={listPlayerActions(player, context)} />;
	return error ? <p>{getErrorMessage(error, t)}</p> : null;
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

/** Leads from a player of another team in the user's draft league to an offer for her. */
const TradeOffer = ({ player }: Pick<Props, "player">) => {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const shown = matchPath(paths.draftRound.pattern, pathname)?.params;
	const [id, teamId, roundId] = [shown?.leagueId, shown?.teamId, shown?.roundId].map(Number);
	const params = { id: id ?? 0, teamId: teamId ?? 0, roundId: roundId ?? 0 };
	const options = { enabled: shown !== undefined, staleTime: 60_000 };
	const team = useQuietCall(showDraftTeam, { params }, options).data?.team;
	const own = useQuietCall(listMyDraftTeams, {}, options).data?.teams;
	const isMember = own?.some(({ leagueId }) => leagueId === params.id) === true;
	if (!team || team.isOwn || !isMember || !team.playerIds.includes(player.id)) return null;
	return (
		<section className={styles.bar} aria-label={t("team.title")}>
			<ButtonLink to={paths.leagueTradeOffer.to(params.id, { player: player.id })} variant="main">
				{t("draftTeam.offerTrade")}
			</ButtonLink>
		</section>
	);
};

/**
 * The team's and the coach's actions for a player, below her details. The team screen itself has the team's actions.
 */
export const PlayerTeamActions = ({ player, season }: Props) => {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const isTeamScreen = pathname === paths.team.pattern;
	// These actions are for the classic team only.
	const isDraft = pathname.startsWith("/team/draft/") || matchPath(paths.draft.pattern, pathname) !== null;
	const { data, error } = useQuietCall(showMyTeam, {}, { enabled: !isDraft });
	if (isDraft) return <TradeOffer player={player} />;
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
