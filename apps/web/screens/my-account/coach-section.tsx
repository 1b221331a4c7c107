import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { FormCard } from "../../components/form-card/form-card.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useCoachSettings } from "../../players/use-coach-settings.ts";

/** Switches suggested trades on the team screen on or off. The change is saved at once. */
export const CoachSection = () => {
	const { t } = useTranslation();
	const { settings, error, retry, savePreferences } = useCoachSettings();
	if (!settings && !error) return null;
	return (
		<FormCard title={t("coach.title")} text={t("coach.accountText")}>
			{error ? (
				<ErrorState reason={getErrorMessage(error, t)} onRetry={retry} />
			) : (
				<CheckboxField
					name="coach"
					isSelected={!settings?.isHidden}
					onChange={(isShown) => savePreferences({ isHidden: !isShown })}
				>
					{t("coach.accountShow")}
				</CheckboxField>
			)}
		</FormCard>
	);
};
