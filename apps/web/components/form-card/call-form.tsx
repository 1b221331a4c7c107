import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { ErrorNotice } from "../states/states.tsx";
import styles from "./form-card.module.css";
import { Form, FormActions } from "./form-card.tsx";

interface Props {
	readonly place?: "dialog" | "card";
	/** The call that the form sends. `error` is left out if a field or the error dialog shows it. */
	readonly call: { readonly isPending: boolean; readonly error?: Error | null };
	readonly submitLabel: string;
	readonly isDisabled?: boolean;
	readonly onSubmit: () => void;
	readonly onClose: () => void;
	/** Further buttons. */
	readonly actions?: ReactNode;
	/** Shown below the buttons. */
	readonly footer?: ReactNode;
	readonly children: ReactNode;
}

/** A form that sends a call: its fields, why the call failed, and buttons that send and cancel it. */
export const CallForm = ({ place = "dialog", call, isDisabled = false, ...props }: Props) => {
	const { t } = useTranslation();
	return (
		<Form
			className={styles.call}
			data-place={place}
			noValidate
			onSubmit={() => {
				if (!isDisabled && !call.isPending) props.onSubmit();
			}}
		>
			{props.children}
			<ErrorNotice error={call.error ?? null} />
			<FormActions>
				<Button type="submit" variant="main" isPending={call.isPending} isDisabled={isDisabled}>
					{props.submitLabel}
				</Button>
				{props.actions}
				<Button onPress={props.onClose}>{t("state.cancel")}</Button>
			</FormActions>
			{props.footer}
		</Form>
	);
};
