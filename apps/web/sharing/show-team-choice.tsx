import { useTranslation } from "react-i18next";
import { CheckboxField } from "../components/fields/checkbox-field.tsx";
import styles from "./show-team-choice.module.css";

interface Props {
	readonly isSelected: boolean;
	readonly onChange: (isSelected: boolean) => void;
}

/** Whether a shared team is shown before its players lock, for this link alone. */
export const ShowTeamChoice = ({ isSelected, onChange }: Props) => {
	const { t } = useTranslation();
	return (
		<div className={styles.choice}>
			<CheckboxField name="showsTeam" isSelected={isSelected} onChange={onChange}>
				{t("share.showsTeam")}
				<small>{t("share.showsTeamText")}</small>
			</CheckboxField>
		</div>
	);
};
