import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import type { PlayerView } from "../model/player-view.ts";
import type { Hurdle, RowDeed } from "../model/row-action.ts";
import styles from "./pool.module.css";

interface Props {
	readonly player: PlayerView;
	readonly onDeed: (deed: RowDeed) => void;
}

const ICONS: Readonly<Record<RowDeed, IconName>> = {
	add: "plus",
	remove: "check",
	"trade-in": "plus",
	"trade-out": "trade",
	untrade: "undo",
};
const WHY = {
	locked: "pool.locked",
	"no-money": "pool.noMoney",
	"no-place": "pool.noPlace",
	"no-trades": "pool.noTrades",
	"saved-trade": "pool.savedTrade",
} as const satisfies Record<Hurdle, string>;

/** A row's one button, by the mode the team is in; disabled it can still be pressed to hear why (D1 §4). */
export const RowButton = ({ player, onDeed }: Props) => {
	const { t } = useTranslation();
	const { name, action } = player;
	if (action.kind === "lock" || action.kind === "none") {
		if (action.kind === "none" && !player.isInTeam) return null;
		return (
			<span
				className={styles.still}
				role="img"
				aria-label={t(player.isLocked ? "pool.locked" : "pool.inTeam", { name })}
			>
				<Icon name={player.isLocked ? "lock" : "check"} size={15} />
			</span>
		);
	}
	const { kind, hurdle } = action;
	const why = hurdle ? t(WHY[hurdle], { name }) : null;
	return (
		<button
			type="button"
			className={styles.act}
			data-deed={kind}
			aria-label={t(`pool.deed.${kind}`, { name })}
			aria-disabled={hurdle !== null || undefined}
			title={why ?? undefined}
			onClick={() => (why ? showToast({ text: why }) : onDeed(kind))}
		>
			<Icon name={hurdle === "locked" ? "lock" : ICONS[kind]} size={17} />
		</button>
	);
};
