import type { CarriedPlayerView, KeepersView } from "@first-bounce/contract/draft/keepers";
import type { PlacedKeeper } from "@first-bounce/rules/draft/keepers";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatPositions } from "../../../players/player-format.ts";
import line from "../../../players/player-line.module.css";
import { PlayerLine } from "../../../players/player-line.tsx";
import styles from "./keepers.module.css";

interface Props {
	readonly view: KeepersView;
	readonly player: CarriedPlayerView;
	readonly season: Season;
	/** The pick that she takes; undefined if she is not kept. */
	readonly pick: PlacedKeeper | undefined;
	readonly isKept: boolean;
	/** Undefined if the choice cannot be changed. */
	readonly onToggle?: (() => void) | undefined;
}

/** What a player costs, or why she cannot be kept. */
const Cost = ({ view, player, pick, isKept }: Pick<Props, "view" | "player" | "pick" | "isKept">) => {
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
export const KeeperRow = ({ view, player, season, pick, isKept, onToggle }: Props) => {
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
		<li data-kept={isKept || undefined} data-off={player.problem !== null || undefined}>
			{known ? (
				<PlayerLine player={known} season={season}>
					{facts}
				</PlayerLine>
			) : (
				<span className={line.who}>
					<span className={line.name}>{player.name}</span>
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
