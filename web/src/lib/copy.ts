/** Copy a text to the clipboard; false if the browser forbids it (then the text is selected to copy by hand). */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages over plain http have no clipboard API: select the field and try the old command.
    field?.focus();
    field?.select();
    try {
      return field !== undefined && field !== null && document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
