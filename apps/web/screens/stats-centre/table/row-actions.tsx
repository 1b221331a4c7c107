import { type RefObject, Suspense, useContext } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import type { PlayerActionsProps } from "../../../players/modal/player-detail.tsx";
import { PlayerActionsContext } from "../../../players/player-actions-context.ts";
import { getFullName } from "../../../players/player-format.ts";
import styles from "./row-actions.module.css";

interface Props extends PlayerActionsProps {
	/** The button that opened the actions. */
	readonly trigger: RefObject<HTMLElement | null>;
	readonly onClose: () => void;
}

/** A popover beside a player's row with the actions of the user's team for her. */
export const RowActions = ({ player, season, trigger, onClose }: Props) => {
	const { t } = useTranslation();
	const Actions = useContext(PlayerActionsContext);
	const name = getFullName(player);
	return (
		<Popover
			className={styles.popover ?? ""}
			triggerRef={trigger}
			placement="bottom start"
			offset={4}
			isOpen
			onOpenChange={(open) => open || onClose()}
		>
			<Dialog className={styles.dialog ?? ""} aria-label={t("action.menu", { name })}>
				<b>{name}</b>
				<Suspense fallback={<div className={styles.waiting} />}>
					{Actions ? <Actions player={player} season={season} /> : null}
				</Suspense>
			</Dialog>
		</Popover>
	);
};
