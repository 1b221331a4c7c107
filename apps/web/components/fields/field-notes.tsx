import { FieldError } from "react-aria-components/FieldError";
import { Text } from "react-aria-components/Text";
import { Icon } from "../icon/icon.tsx";
import styles from "./fields.module.css";

export interface FieldProps {
	/** Names the field in its form: an error summary leads to it by this. */
	readonly name: string;
	readonly label: string;
	readonly hint?: string | undefined;
	/** What is wrong with it, in words; absent while nothing is. */
	readonly error?: string | undefined;
}

/** What is said below a field's control; belongs inside a field of the component library, which ties it to the control. */
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
