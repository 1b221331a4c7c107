import type { ComponentType } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../api/use-season.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { usePlayerNavigation } from "../use-player-navigation.ts";
import { type PlayerActionsProps, PlayerDetail } from "./player-detail.tsx";
import styles from "./player-modal.module.css";

interface Props {
	readonly id: number;
	readonly actions?: ComponentType<PlayerActionsProps> | undefined;
}

const Content = ({ id, actions, onClose }: Props & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const season = useSeason();
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="463px" radius="0" />;
	const player = season.value.playerById.get(id);
	if (player) return <PlayerDetail player={player} season={season.value} actions={actions} onClose={onClose} />;
	return (
		<div className={styles.unknown}>
			<p>{t("player.unknown")}</p>
			<Button onPress={onClose}>{t("state.close")}</Button>
		</div>
	);
};

/** A player's details: 641 px wide and at most 85 % of the window's height, full screen on a phone. */
export const PlayerModal = ({ id, actions }: Props) => {
	const { t } = useTranslation();
	const { close } = usePlayerNavigation();
	return (
		<ModalOverlay className={styles.overlay ?? ""} isOpen isDismissable onOpenChange={(open) => open || close()}>
			<Modal className={styles.modal ?? ""}>
				<Dialog className={styles.dialog ?? ""} aria-label={t("player.details")}>
					<Content id={id} actions={actions} onClose={close} />
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
};
