import { FieldError } from "react-aria-components/FieldError";
import { Text } from "react-aria-components/Text";
import { Icon } from "../icon/icon.tsx";
import styles from "./fields.module.css";

export interface FieldProps {
	/** Name of the field in its form; the error summary links to it. */
	readonly name: string;
	readonly label: string;
	readonly hint?: string | undefined;
	/** Absent while the field is valid. */
	readonly error?: string | undefined;
}

/**
 * The hint and the error below a field. Must be rendered inside a React Aria field, which links them to the control.
 */
export const FieldNotes = ({ hint, error }: Pick<FieldProps, "hint" | "error">) => (
	<>
		{hint ? (
			<Text slot="description" className={styles.hint ?? ""}>
				{hint}
			</Text>
		) : null}
		<FieldError className={styles.error ?? ""}>
			{error ? (
				<>
					<Icon name="alert" size={14} />
					{error}
				</>
			) : null}
		</FieldError>
	</>
);
