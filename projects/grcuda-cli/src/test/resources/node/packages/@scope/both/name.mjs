export default '@scope/both';
