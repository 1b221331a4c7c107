import type { PlayerId } from "@first-bounce/rules/ids";
import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { getShortName } from "../../../players/short-name.ts";
import type { Board } from "../board/state/board.ts";
import type { LocalTrade } from "./local-trades.ts";
import type { Move } from "./trade-preview.ts";
import styles from "./trades.module.css";

interface HalfProps {
	readonly board: Board;
	readonly id: PlayerId;
	readonly direction: "in" | "out";
	/** The price at the time of the trade, if it was saved. */
	readonly price?: number | undefined;
	readonly onReset?: ((id: PlayerId) => void) | undefined;
}

const TradeHalf = ({ board, id, direction, price, onReset }: HalfProps) => {
	const { t } = useTranslation();
	const entry = board.season.playerById.get(id);
	if (!entry)
		return (
			<span className={styles.open} data-direction={direction}>
				{t(direction === "in" ? "trade.chooseIn" : "trade.chooseOut")}
			</span>
		);
	const name = getFullName(entry);
	return (
		<span className={styles.half} data-direction={direction}>
			<span className={styles.portrait}>
				<Portrait squadId={entry.squadId} photo={board.season.getPhotoPath(entry)} />
			</span>
			<span className={styles.who}>
				<b>{getShortName(id, board.season)}</b>
				<small>
					{formatPositions(entry.position, t)} · {formatMoney(price ?? board.context.getCost(entry))}
				</small>
			</span>
			<span className="spoken">{t(direction === "in" ? "card.spoken.incoming" : "card.spoken.outgoing")}</span>
			{onReset ? (
				<Button
					className={styles.reset ?? ""}
					aria-label={t(direction === "in" ? "trade.resetIn" : "trade.resetOut", { name })}
					onPress={() => onReset(id)}
				>
					<Icon name="close" size={13} />
				</Button>
			) : null}
		</span>
	);
};

interface RowProps {
	readonly board: Board;
	readonly trade: LocalTrade & { readonly priceIn?: number; readonly priceOut?: number };
	readonly onReset?: (id: PlayerId) => void;
}

/** A trade: the player going out and the player coming in. */
export const TradeRow = ({ board, trade, onReset }: RowProps) => (
	<>
		<TradeHalf board={board} id={trade.playerOutId} direction="out" price={trade.priceOut} onReset={onReset} />
		<span className={styles.arrow}>
			<Icon name="trade" size={15} />
		</span>
		<TradeHalf board={board} id={trade.playerInId} direction="in" price={trade.priceIn} onReset={onReset} />
	</>
);

interface MovesProps {
	readonly season: Season;
	readonly moves: readonly Move[];
	readonly captainId?: PlayerId | null | undefined;
}

/** Players who change slots so that everyone fits, and the captain who is named with the trades. */
export const SlotMoves = ({ season, moves, captainId = null }: MovesProps) => {
	const { t } = useTranslation();
	if (moves.length === 0 && captainId === null) return null;
	const formatSlot = (slot: Move["to"]) =>
		slot.line === null ? t("trade.utilityPlace") : t(`trade.${slot.area}Place`, { line: t(`line.${slot.line}`) });
	return (
		<ul className={styles.moves} aria-label={t("trade.moves")}>
			{moves.map(({ playerId, from, to }) => (
				<li key={playerId}>
					<Icon name="swap" size={13} />
					{t("trade.move", {
						name: season.getPlayerName(playerId),
						from: formatSlot(from),
						to: formatSlot(to),
					})}
				</li>
			))}
			{captainId === null ? null : (
				<li>
					<Icon name="captain" size={13} />
					{t("trade.captain", { name: season.getPlayerName(captainId) })}
				</li>
			)}
		</ul>
	);
};
