import { useTranslation } from "react-i18next";
import styles from "./fields.module.css";

export interface FormProblem {
	/** Null when the problem concerns the whole form. */
	readonly field: string | null;
	readonly message: string;
	/** The field's name as the form shows it. */
	readonly label?: string | undefined;
}

/** Focuses a field of the page by its name. */
export function focusField(name: string): void {
	document
		.querySelector<HTMLElement>(
			`[data-field="${name}"] :is(input, textarea, button):not([tabindex="-1"], [type="hidden"])`,
		)
		?.focus();
}

/** All problems of a form, each linked to its field. */
export const ErrorSummary = ({ problems }: { readonly problems: readonly FormProblem[] }) => {
	const { t } = useTranslation();
	if (problems.length === 0) return null;
	return (
		<div className={styles.summary} role="alert">
			<h2>{t("form.errorSummary")}</h2>
			<ul>
				{problems.map(({ field, message, label }) => (
					<li key={`${field} ${message}`}>
						{field === null ? (
							message
						) : (
							<a
								href={`#${field}`}
								onClick={(event) => {
									event.preventDefault();
									focusField(field);
								}}
							>
								{label === undefined ? message : t("form.problem", { label, message })}
							</a>
						)}
					</li>
				))}
			</ul>
		</div>
	);
};
