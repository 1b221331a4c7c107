import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { type PoolActionKind, REASON_KEYS } from "../model/available-pool-action.ts";
import type { PlayerView } from "../model/player-view.ts";
import styles from "./pool.module.css";

interface Props {
	readonly player: PlayerView;
	readonly onAction: (action: PoolActionKind) => void;
}

const ICONS: Readonly<Record<PoolActionKind, IconName>> = {
	add: "plus",
	remove: "check",
	"trade-in": "plus",
	"trade-out": "trade",
	"cancel-trade": "undo",
};

/** The row's action. A disabled button can still be pressed to show the reason. */
export const RowButton = ({ player, onAction }: Props) => {
	const { t } = useTranslation();
	const { name, action } = player;
	if (action.kind === "lock" || action.kind === "none") {
		if (action.kind === "none" && !player.isInTeam) return null;
		return (
			<span
				className={styles.static}
				role="img"
				aria-label={t(player.isLocked ? "pool.locked" : "pool.inTeam", { name })}
			>
				<Icon name={player.isLocked ? "lock" : "check"} size={15} />
			</span>
		);
	}
	const { kind, disabledReason } = action;
	const reason = disabledReason ? t(REASON_KEYS[disabledReason], { name }) : null;
	return (
		<button
			type="button"
			className={styles.action}
			data-action={kind}
			aria-label={t(`pool.action.${kind}`, { name })}
			aria-disabled={disabledReason !== null || undefined}
			title={reason ?? undefined}
			onClick={() => (reason ? showToast({ text: reason }) : onAction(kind))}
		>
			<Icon name={disabledReason === "locked" ? "lock" : ICONS[kind]} size={17} />
		</button>
	);
};
