import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { useFormTask } from "../../../components/form-card/use-form-task.ts";
import styles from "./frame.module.css";
import { useLeagueNews } from "./use-league-news.ts";

interface Props {
	readonly title: string;
	readonly text: string;
	/** What the button that goes through with it says. */
	readonly yes: string;
	readonly isOpen: boolean;
	readonly onClose: () => void;
	readonly onYes: () => Promise<unknown>;
}

/** The general modal: what would happen, a button that does it, and Cancel. */
export const Confirm = ({ title, text, yes, isOpen, onClose, onYes }: Props) => {
	const { t } = useTranslation();
	const news = useLeagueNews();
	const task = useFormTask(news.fail);
	const go = async () => {
		await onYes().finally(onClose);
	};
	return (
		<Dialog title={title} isOpen={isOpen} onClose={onClose}>
			<div className={styles.modal}>
				<p>{text}</p>
				<FormActions>
					<Button look="main" isPending={task.isRunning} onPress={() => task.run(go)}>
						{yes}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</div>
		</Dialog>
	);
};
