import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { FormActions } from "../form-card/form-card.tsx";
import { ErrorNotice } from "../states/states.tsx";
import styles from "./dialog.module.css";

interface Props {
	/** The call that the form sends. */
	readonly call: { readonly isPending: boolean; readonly error: Error | null };
	readonly submitLabel: string;
	readonly isDisabled?: boolean;
	readonly onSubmit: () => void;
	readonly onClose: () => void;
	readonly children: ReactNode;
}

/** The form of a dialog: its fields, why the call failed, and buttons that send and cancel it. */
export const DialogForm = ({ call, submitLabel, isDisabled = false, onSubmit, onClose, children }: Props) => {
	const { t } = useTranslation();
	return (
		<form
			className={styles.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (!isDisabled && !call.isPending) onSubmit();
			}}
		>
			{children}
			<ErrorNotice error={call.error} />
			<FormActions>
				<Button type="submit" variant="main" isPending={call.isPending} isDisabled={isDisabled}>
					{submitLabel}
				</Button>
				<Button onPress={onClose}>{t("state.cancel")}</Button>
			</FormActions>
		</form>
	);
};
