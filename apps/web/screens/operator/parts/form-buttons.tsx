import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import styles from "./action-dialog.module.css";

interface Props {
	readonly submit: string;
	readonly isDisabled?: boolean;
	readonly isPending: boolean;
	readonly onCancel: () => void;
}

export const FormButtons = ({ submit, isDisabled = false, isPending, onCancel }: Props) => {
	const { t } = useTranslation();
	return (
		<div className={styles.buttons}>
			<Button variant="main" type="submit" isDisabled={isDisabled} isPending={isPending}>
				{submit}
			</Button>
			<Button variant="quiet" onPress={onCancel}>
				{t("state.cancel")}
			</Button>
		</div>
	);
};
