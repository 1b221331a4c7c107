import {
	type CarriedPlayerView,
	type KeepersView,
	type KeeperTeamView,
	saveKeepers,
	showKeepers,
} from "@first-bounce/contract/draft/keepers";
import type { PlacedKeeper } from "@first-bounce/rules/draft/keepers";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { callKey } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import { formatPositions } from "../../../players/player-format.ts";
import playerStyles from "../../../players/player-summary.module.css";
import { PlayerSummary } from "../../../players/player-summary.tsx";
import { useDraftRefresh } from "../draft/use-draft-refresh.ts";
import frame from "../frame/frame.module.css";
import rowStyles from "../frame/rows.module.css";
import { listKeepable, placeChoice } from "./keeper-model.ts";
import styles from "./keepers.module.css";

/** Shows the keepers that a change of them answers, and loads the draft again. */
export function useKeepersUpdate(leagueId: number): (view: KeepersView) => Promise<void> {
	const queryClient = useQueryClient();
	const refreshDraft = useDraftRefresh(leagueId);
	return async (view) => {
		const queryKey = callKey(showKeepers, { params: { id: leagueId } });
		// A request that is under way may be answered as of before the change.
		await queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(queryKey, view);
		await refreshDraft();
	};
}

interface RowProps {
	readonly view: KeepersView;
	readonly player: CarriedPlayerView;
	readonly season: Season;
	/** The pick that she takes; undefined if she is not kept. */
	readonly pick: PlacedKeeper | undefined;
	readonly isKept: boolean;
	/** Undefined if the choice cannot be changed. */
	readonly onToggle?: (() => void) | undefined;
}

const Cost = ({ view, player, pick, isKept }: Pick<RowProps, "view" | "player" | "pick" | "isKept">) => {
	const { t } = useTranslation();
	const { problem, round, yearsLeft } = player;
	if (problem !== null) return <small className={styles.problem}>{t(`leagues.keepers.problem.${problem}`)}</small>;
	if (view.format === "dynasty" || round === null) return null;
	const isMoved = isKept && pick !== undefined && pick.round < round;
	return (
		<small>
			{isMoved
				? t("leagues.keepers.movedUp", { round: pick.round, from: round })
				: t("leagues.keepers.costs", { round })}
			{yearsLeft === null ? null : ` · ${t("leagues.keepers.yearsLeft", { count: yearsLeft })}`}
		</small>
	);
};

/** A player of last season's squad with what she costs, and a button that keeps or delists her. */
const KeeperRow = ({ view, player, season, pick, isKept, onToggle }: RowProps) => {
	const { t } = useTranslation();
	const known = player.playerId === null ? undefined : season.playerById.get(player.playerId);
	const picked =
		player.pickedRound === null
			? t("leagues.keepers.undrafted")
			: t(player.yearsKept > 0 ? "leagues.keepers.keptIn" : "leagues.keepers.pickedIn", { round: player.pickedRound });
	const action = view.format === "dynasty" ? "delist" : "keep";
	const facts = (
		<>
			<small>
				{[known && formatPositions(known.position, t), known?.squad.abbreviation, picked].filter(Boolean).join(" · ")}
			</small>
			<Cost view={view} player={player} pick={pick} isKept={isKept} />
		</>
	);
	return (
		<li data-kept={isKept || undefined} data-dimmed={player.problem !== null || undefined}>
			{known ? (
				<PlayerSummary player={known} season={season}>
					{facts}
				</PlayerSummary>
			) : (
				<span className={playerStyles.who}>
					<span className={playerStyles.name}>{player.name}</span>
					{facts}
				</span>
			)}
			{onToggle && player.problem === null ? (
				<button
					type="button"
					className={styles.toggle}
					aria-pressed={action === "keep" ? isKept : !isKept}
					aria-label={t(`leagues.keepers.${action}Name`, { name: player.name })}
					onClick={onToggle}
				>
					{(action === "keep") === isKept ? <Icon name="check" size={15} /> : null}
					{t(`leagues.keepers.${action}`)}
				</button>
			) : isKept ? (
				<b className={styles.kept}>{t("draftRoom.board.kept")}</b>
			) : null}
		</li>
	);
};

interface Props {
	readonly leagueId: number;
	readonly view: KeepersView;
	readonly team: KeeperTeamView;
	readonly season: Season;
	/** The keepers as edited; null while the saved choice is shown. */
	readonly editedIds: readonly PlayerId[] | null;
	readonly onEdit: (chosen: readonly PlayerId[] | null) => void;
}

/** Gets the keepers to show: the edited ones while they can be saved, else the saved ones. By default a dynasty league keeps all. */
export function getChosen(
	view: KeepersView,
	team: KeeperTeamView,
	editedIds: readonly PlayerId[] | null,
): readonly PlayerId[] {
	const edited = view.mayChooseFor.includes(team.teamId) ? editedIds : null;
	return edited ?? team.keepers ?? (view.format === "dynasty" && view.phase === "open" ? listKeepable(team) : []);
}

const Summary = ({
	view,
	team,
	season,
	chosen,
}: Omit<Props, "editedIds" | "onEdit" | "leagueId"> & { readonly chosen: readonly PlayerId[] }) => {
	const { t } = useTranslation();
	const [problem] = placeChoice(view, team, chosen, season).problems;
	const name =
		problem && "playerId" in problem
			? (team.players.find(({ playerId }) => playerId === problem.playerId)?.name ?? "")
			: "";
	const delisted = listKeepable(team).length - chosen.length;
	const needed = Math.max(0, listKeepable(team).length - view.most);
	return (
		<p className={styles.summary} role="status">
			<b>
				{view.format === "dynasty"
					? t("leagues.keepers.delisted", { count: delisted, least: needed })
					: t("leagues.keepers.kept", { count: chosen.length, most: view.most })}
			</b>
			{problem?.code === "no-pick" ? (
				<small>{t("leagues.keepers.problem.no-pick", { name, round: problem.round })}</small>
			) : problem?.code === "no-place" ? (
				<small>{t("leagues.keepers.problem.no-place", { name })}</small>
			) : view.format === "dynasty" && delisted < needed ? (
				<small>{t("leagues.keepers.delistMore", { count: needed - delisted })}</small>
			) : problem?.code === "too-many" ? (
				<small>{t("leagues.keepers.tooMany", { count: view.most })}</small>
			) : null}
		</p>
	);
};

/** The squad of a team with what each player costs, from which its manager chooses. */
export const KeeperEditor = ({ leagueId, view, team, season, editedIds, onEdit }: Props) => {
	const { t } = useTranslation();
	const chosen = getChosen(view, team, editedIds);
	const { placed, problems } = placeChoice(view, team, chosen, season);
	const save = useFormCall(saveKeepers, {
		refresh: useKeepersUpdate(leagueId),
		getText: () => t("leagues.keepers.saved"),
		onDone: () => onEdit(null),
	});
	const mayChoose = view.mayChooseFor.includes(team.teamId);
	const isOwn = team.teamId === view.myTeamId;
	const toggle = (id: PlayerId) =>
		onEdit(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
	const isUnsaved = editedIds !== null || !team.hasChosen;
	return (
		<>
			<ul className={`${rowStyles.tiles} ${styles.keepers}`}>
				{team.players.map((player) => {
					const { playerId } = player;
					const isKept = playerId !== null && chosen.includes(playerId);
					return (
						<KeeperRow
							key={`${playerId ?? player.name}`}
							view={view}
							player={player}
							season={season}
							isKept={isKept}
							pick={placed.find((pick) => pick.playerId === playerId)}
							onToggle={mayChoose && playerId !== null ? () => toggle(playerId) : undefined}
						/>
					);
				})}
			</ul>
			{team.players.length === 0 ? <p className={frame.hint}>{t("leagues.keepers.noSquad")}</p> : null}
			{mayChoose ? (
				<div className={`${frame.card} ${styles.bar}`}>
					<Summary view={view} team={team} season={season} chosen={chosen} />
					<ErrorNotice error={save.error} />
					<Button
						variant="main"
						isDisabled={problems.length > 0 || !isUnsaved}
						isPending={save.isPending}
						onPress={() =>
							save.mutate({
								params: { id: leagueId },
								body: { playerIds: [...chosen], ...(isOwn ? {} : { teamId: team.teamId }) },
							})
						}
					>
						{t(isUnsaved ? "leagues.keepers.save" : "leagues.keepers.isSaved")}
					</Button>
				</div>
			) : null}
			{mayChoose ? (
				<p className={frame.hint}>
					{t("leagues.keepers.draftLeft", { count: getSquadSize(view.squad) - chosen.length })}
				</p>
			) : null}
		</>
	);
};
