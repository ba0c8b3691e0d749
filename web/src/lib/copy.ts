/** Put a text on the clipboard; false where the browser does not let us (then the text is selected to copy by hand). */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages over plain http have no clipboard: select the field and let the old command try.
    field?.focus();
    field?.select();
    try {
      return field !== undefined && field !== null && document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
